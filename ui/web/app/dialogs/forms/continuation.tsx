import { useState } from "preact/hooks";
import { startRun, type Run, type Start } from "../../api/client";
import { runPath } from "../../parts/run_words";
import { navigate } from "../../shell/route";
import { say } from "../../shell/failures";
import { ActForm } from "./act_form";
import { allowances, histories, noChoices, redactions, startOf, thinkings, waitsForMore, type Choices } from "./choices";
import { runLine } from "./command_line";
import { Choice, Line, Lines, Obstacle, Targets, Tick, useProposal } from "./fields";
import { Report, useRehearsal } from "./report";

export interface ContinuationProps {
  /** The session to continue. Without one, the CLI begins a new session. */
  from?: string | undefined;
  /** The session that determines the CLI of `from`, if it is a different one: a copy has its original's CLI. */
  own?: string | undefined;
  /** The initially selected CLI. */
  to?: string | undefined;
  /** Starts the run. By default, it starts a plain run. */
  start?: ((start: Start) => Promise<Run>) | undefined;
}

/** The form that starts a run: in which CLI, with how much of the session, in which folder. */
export function Continuation({ from, own = from, to, start = (given) => startRun(given) }: ContinuationProps) {
  const [chosen, set] = useState<Choices>({ ...noChoices, to: to ?? "" });
  const proposed = useProposal(own);
  const choices = { ...chosen, to: chosen.to || proposed };
  const change = (part: Partial<Choices>) => set((now) => ({ ...now, ...part }));
  const given = startOf(choices, from);
  const rehearsal = useRehearsal(given);
  return (
    <ActForm act="Start" ready={choices.to !== ""} run={() => start(given)} done={(run) => navigate(runPath(run))} stay={(run) => say(`Started ${run.name}`)} line={runLine(given)}>
      <Targets label="CLI" chosen={choices.to} choose={(cli) => change({ to: cli, model: "" })} />
      <Obstacle of={choices.to} />
      <div class="fields">
        {from && <Choice label="History" value={choices.history} options={histories} choose={(history) => change({ history })} />}
        {from && <Choice label="Thinking" value={choices.thinking} options={thinkings} choose={(thinking) => change({ thinking })} />}
        {from && <Choice label="Redact" value={choices.redact} options={redactions} choose={(redact) => change({ redact })} />}
        <Choice label="Allow" value={choices.allow} options={allowances} choose={(allow) => change({ allow })} />
        <Line label="Model" value={choices.model} empty="the CLI's own" type={(model) => change({ model })} />
        <Line label="Folder" long value={choices.folder} empty={from ? "the session's own" : "the server's own"} type={(folder) => change({ folder })} />
      </div>
      <Report of={rehearsal} asText={() => change({ thinking: "text" })} />
      <Lines label="Prompt" value={choices.prompt} empty="What it is to do next. Without a prompt it waits for one." type={(prompt) => change({ prompt })} />
      <Tick on={waitsForMore(choices)} off={choices.prompt.trim() === ""} set={(interactive) => change({ interactive })}>
        Wait for more afterwards, as in a terminal; otherwise it ends with its answer
      </Tick>
      <Tick on={choices.worktree} set={(worktree) => change({ worktree })}>
        Work in a git worktree of the folder, on a branch of its own
      </Tick>
    </ActForm>
  );
}
