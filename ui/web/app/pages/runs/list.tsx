import type { Run } from "../../api/client";
import { classOfState, routeOf, runPath, stateOf } from "../../parts/run_words";
import { Text } from "../../parts/text";
import { useCommands } from "../../shell/keys";
import { local, restate } from "../../shell/route";
import { age } from "../../values/when";
import { useGroups } from "./groups";

/** The runs of today beside the open one. @param open its name or the beginning of its id; @param view the view that it shows */
export function RunList({ open, view }: { open: string; view: string }) {
  const { waits, working, today } = useGroups();
  const groups = [
    { title: "Waits", runs: waits.filter(isHere) },
    { title: "Working", runs: working.filter(isHere) },
    { title: "Ended today", runs: today.filter(isHere) },
  ];
  const all = groups.flatMap(({ runs }) => runs);
  const isOpen = (run: Run) => run.name === open || run.id.startsWith(open);
  const at = all.findIndex(isOpen);
  const go = (to: number) => all[to] && restate(runPath(all[to], view));
  useCommands([
    { title: "Next run", keys: ["J", "Alt+ArrowDown"], run: () => go(at + 1), can: () => at + 1 < all.length },
    { title: "Previous run", keys: ["K", "Alt+ArrowUp"], run: () => go(at - 1), can: () => at > 0 },
  ]);
  return (
    <nav class="list-pane" aria-label="Runs of today">
      <a href={local("/runs")}>All runs</a>
      {groups.map(
        ({ title, runs }) =>
          runs.length > 0 && (
            <section key={title} aria-label={title}>
              <h2 class="group-title">{title}</h2>
              {runs.map((run) => (
                <a key={run.id} class="run-row" href={runPath(run, view)} aria-current={isOpen(run) ? "true" : undefined}>
                  <span class={classOfState(run)}>{stateOf(run)}</span>
                  <span class="meta">
                    {routeOf(run)} · {age(run.since ?? run.started)}
                  </span>
                  <span class="title">
                    <Text of={run.prompt || "(no prompt)"} />
                  </span>
                </a>
              ))}
            </section>
          ),
      )}
    </nav>
  );
}

/** The pages of another machine would replace these. */
function isHere(run: Run): boolean {
  return !run.machine;
}
