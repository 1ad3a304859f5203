import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { Run } from "../../api/client";
import { Others } from "../../parts/others";
import { openQuestion, QuestionCard } from "../../parts/question";
import { runPath } from "../../parts/run_words";
import { Empty, Failed, Loading } from "../../parts/states";
import { useCommands } from "../../shell/keys";
import { local, navigate } from "../../shell/route";
import { useRunCommands } from "../run/commands";
import { RunCard } from "./card";
import { useGroups } from "./groups";

/** The board of runs: what waits for the user, what works, and what has ended. */
export function Runs() {
  const { active, ended, waits, working, today, ...groups } = useGroups();
  const [earlier, showEarlier] = useState(false);
  const before = earlier ? groups.before : [];
  const chosen = useChosen([...waits, ...working, ...today, ...before]);
  const problem = active.problem.value ?? ended.problem.value;
  const failed = problem && <Failed problem={problem} again={() => (active.reload(), ended.reload())} />;
  if (!active.value.value || !ended.value.value) return failed ?? <Loading what="Reading the runs" />;
  if (waits.length + working.length + ended.value.value.items.length === 0) return <NoRuns />;
  const older = ended.value.value.more || groups.before.length > before.length;
  const card = (run: Run) => <RunCard key={run.id} run={run} chosen={run.id === chosen} />;
  return (
    <div class="page runs-page">
      <h1 class="unseen">Runs</h1>
      <Others machines={active.value.value.machines} />
      {failed}
      <div class="run-columns">
        <Column title="Waits" of={waits.length} none="Nothing waits for you.">
          {waits.map((run) => (
            <div key={run.id} id={`run-${run.id}`} class={run.id === chosen ? "chosen" : ""}>
              <QuestionCard run={run} />
            </div>
          ))}
        </Column>
        <Column title="Working" of={working.length} none="No run works.">
          {working.map(card)}
        </Column>
        <Column title="Ended today" of={today.length} none="No run has ended today.">
          {today.map(card)}
          {before.length > 0 && <h2 class="group-title">Earlier</h2>}
          {before.map(card)}
          {older && (
            <button type="button" class="quiet" onClick={() => (earlier ? ended.older() : showEarlier(true))}>
              {earlier ? "More" : "Earlier runs"}
            </button>
          )}
        </Column>
      </div>
    </div>
  );
}

function Column({ title, of, none, children }: { title: string; of: number; none: string; children: ComponentChildren }) {
  return (
    <section aria-label={title} class={of === 0 ? "vacant" : ""}>
      <h2 class="group-title">
        {title} <b>{of}</b>
      </h2>
      {of === 0 && <p class="meta none">{none}</p>}
      {children}
    </section>
  );
}

function NoRuns() {
  return (
    <Empty title="There are no runs yet">
      <p>
        A run is a CLI that stead has started. Open a <a href={local("/")}>session</a> and continue it (<kbd>c</kbd>), or type <code>stead run</code> in a terminal.
      </p>
    </Empty>
  );
}

/** The run that keys act on, chosen with j and k. It stays the same one wherever it moves. */
function useChosen(runs: Run[]): string {
  const [chosen, choose] = useState("");
  const at = runs.findIndex((run) => run.id === chosen);
  function go(to: number) {
    const run = runs[Math.max(0, Math.min(to, runs.length - 1))];
    if (!run) return;
    choose(run.id);
    document.getElementById(`run-${run.id}`)?.scrollIntoView({ block: "nearest" });
  }
  const run = runs[at];
  const asks = runs.find((r) => r.question);
  useRunCommands(run);
  useCommands([
    { title: "Show what the first run asks", keys: ["p"], run: () => asks && openQuestion(asks), can: () => asks !== undefined && !run?.question },
    { title: "Next run", keys: ["j", "ArrowDown"], run: () => go(at + 1) },
    { title: "Previous run", keys: ["k", "ArrowUp"], run: () => go(at - 1), can: () => at > 0 },
    { title: "First run", keys: ["g g"], run: () => go(0) },
    { title: "Last run", keys: ["G"], run: () => go(runs.length - 1) },
    { title: "Open the run", keys: ["Enter"], run: () => run && navigate(runPath(run)), can: () => run !== undefined },
  ]);
  return chosen;
}
