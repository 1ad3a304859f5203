import { useState } from "preact/hooks";
import { startContest, type StartContest } from "../../api/client";
import { navigate, path } from "../../shell/route";
import { ActForm } from "./act_form";
import { allowances, histories, redactions, thinkings } from "./choices";
import { contestLine } from "./command_line";
import { Contestants, named, type Contestant } from "./contestants";
import { Choice, Line, Lines, useCLIs } from "./fields";
import { Point } from "./point";
import { Report, useRehearsal } from "./report";

/** The user's input, as texts. */
const nothing = { prompt: "", check: "", folder: "", allow: "", history: "", thinking: "", redact: "", repeat: "", parallel: "", timeout: "", maxTurns: "", maxCost: "" };

/** The form that gives several CLIs the same task, each in a copy of the folder. */
export function ContestForm({ from, at }: { from: string | undefined; at: string | undefined }) {
  const [chosen, setWho] = useState<Contestant[] | undefined>(undefined);
  const usable = useCLIs().filter((cli) => cli.installed);
  const who = chosen ?? usable.slice(0, 2).map((cli) => ({ cli: cli.name, model: "" }));
  const [typed, set] = useState(nothing);
  const change = (part: Partial<typeof nothing>) => set((now) => ({ ...now, ...part }));
  const contest = contestOf(typed, who, from, at);
  const first = who[0];
  const rehearsal = useRehearsal(from && first ? rehearsed(contest, first.cli) : undefined);
  const together = who.length * Math.max(Number(typed.repeat) || 1, 1);
  return (
    <ActForm
      act="Start"
      ready={together >= 2 && typed.prompt.trim() !== ""}
      run={() => startContest(contest)}
      done={(made) => navigate(path("ab", made.contest))}
      line={contestLine(contest)}
    >
      {from && <Point of={from} at={at} />}
      <Lines label="Prompt" value={typed.prompt} empty="What all of them are to do" type={(prompt) => change({ prompt })} required />
      <Contestants chosen={who} choose={setWho} />
      <div class="fields">
        <Line label="Each runs" kind="number" value={typed.repeat} empty="once" type={(repeat) => change({ repeat })} />
        <Line label="At once" kind="number" value={typed.parallel} empty="one for each core" type={(parallel) => change({ parallel })} />
        <Line label="Check" long value={typed.check} empty="a command, such as go test ./…" type={(check) => change({ check })} />
        <Choice label="Allow" value={typed.allow} options={allowances} choose={(allow) => change({ allow })} />
        <Line label="Time for each" value={typed.timeout} empty="1h" type={(timeout) => change({ timeout })} />
        <Line label="Folder" long value={typed.folder} empty={from ? "the session's own" : "the server's own"} type={(folder) => change({ folder })} />
        <Line label="Answers of each" kind="number" value={typed.maxTurns} empty="no limit" type={(maxTurns) => change({ maxTurns })} />
        <Line label="Dollars of each" kind="number" value={typed.maxCost} empty="no limit" type={(maxCost) => change({ maxCost })} />
        {from && <Choice label="History" value={typed.history} options={histories} choose={(history) => change({ history })} />}
        {from && <Choice label="Thinking" value={typed.thinking} options={thinkings} choose={(thinking) => change({ thinking })} />}
        {from && <Choice label="Redact" value={typed.redact} options={redactions} choose={(redact) => change({ redact })} />}
      </div>
      {from && first && <Report of={rehearsal} asText={() => change({ thinking: "text" })} />}
      <p class="meta">Each works in a copy of the folder, on a branch of its own. Your folder stays as it is until you pick one. Check is a command that exits with 0 for good work.</p>
    </ActForm>
  );
}

/** Converts the form to a request. Empty fields are left to the defaults. */
function contestOf(typed: typeof nothing, who: Contestant[], from = "", at = ""): StartContest {
  const contest: StartContest = { prompt: typed.prompt, with: who.map(named) };
  const { prompt, repeat, parallel, maxTurns, maxCost, ...texts } = typed;
  for (const [name, value] of Object.entries({ ...texts, from, at })) if (value.trim()) Object.assign(contest, { [name]: value.trim() });
  for (const [name, value] of Object.entries({ repeat, parallel, maxTurns, maxCost })) if (Number(value) > 0) Object.assign(contest, { [name]: Number(value) });
  return contest;
}

/** The delivery to the first contestant. Its report represents all of them. */
function rehearsed({ from, at, folder, history, thinking, redact }: StartContest, to: string) {
  return JSON.parse(JSON.stringify({ from, at, folder, history, thinking, redact, to })) as { to: string };
}
