import { useMemo, useState } from "preact/hooks";
import { startChain, type StartChain } from "../../api/client";
import { navigate, path } from "../../shell/route";
import { ActForm } from "./act_form";
import { allowances } from "./choices";
import { chainLine } from "./command_line";
import { Choice, Line, Tick, useCLIs } from "./fields";
import { Report, useRehearsal } from "./report";
import { isEmpty, nextStep, recipeOf, simple, Steps, type Step } from "./steps";

/** The form that makes CLIs work one after the other, each with the result of the one before. */
export function ChainForm({ from }: { from: string | undefined }) {
  const usable = useCLIs().filter((cli) => cli.installed);
  const proposed = useMemo(() => [nextStep(usable, []), nextStep(usable, ["one"])], [usable.length]);
  const [changed, setSteps] = useState<Step[] | undefined>(undefined);
  const steps = changed ?? proposed;
  const [typed, set] = useState({ folder: "", allow: "", worktree: false });
  const change = (part: Partial<typeof typed>) => set((now) => ({ ...now, ...part }));
  const wanted = steps.filter((step) => !isEmpty(step));
  const chain = chainOf(wanted, typed, from);
  const first = wanted[0] ?? steps[0];
  const folder = typed.folder.trim();
  const rehearsal = useRehearsal(from && first ? { from, to: first.cli, ...(folder && { folder }) } : undefined);
  return (
    <ActForm
      act="Start"
      ready={wanted.length > 0}
      run={() => startChain(chain)}
      done={(made) => navigate(path("chain", made.chain))}
      line={chainLine({ ...chain, steps: wanted.map(simple) })}
    >
      <Steps steps={steps} change={setSteps} />
      <div class="fields">
        <Choice label="Allow" value={typed.allow} options={allowances} choose={(allow) => change({ allow })} />
        <Line label="Folder" long value={typed.folder} empty={from ? "the session's own" : "the server's own"} type={(text) => change({ folder: text })} />
      </div>
      <Tick on={typed.worktree} set={(worktree) => change({ worktree })}>
        Work in a git worktree on a branch of its own
      </Tick>
      {from && <Report of={rehearsal} />}
      <p class="meta">Each step continues the session of the step before. A check is a command: the step is tried no further when it does not exit with 0.</p>
    </ActForm>
  );
}

/** Converts the form to a request. Steps without a gate or a check need no recipe. */
function chainOf(steps: Step[], typed: { folder: string; allow: string; worktree: boolean }, from: string | undefined): StartChain {
  const folder = typed.folder.trim();
  const isPlain = steps.every((step) => !step.approve && !step.check.trim());
  return {
    ...(isPlain ? { steps: steps.map(simple) } : { recipe: recipeOf(steps) }),
    ...(from && { from }),
    ...(folder && { folder }),
    ...(typed.allow && { allow: typed.allow as "configured" | "edits" | "all" }),
    ...(typed.worktree && { worktree: true }),
  };
}
