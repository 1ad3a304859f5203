import type { ComponentChild, ComponentChildren } from "preact";
import { listRuns, type Detail, type Run } from "../../api/client";
import { openContinue } from "../../dialogs/continue";
import { mayAct, useMachine } from "../../live/machine";
import { useResource } from "../../live/resource";
import { routeOf, runPath, stateOf } from "../../parts/run_words";
import { LiveTerminal } from "../../parts/terminal/live";
import { RunReplay } from "../../parts/replay/replay";
import { Empty, Failed, Loading } from "../../parts/states";
import { age } from "../../values/when";

/** The terminal of the run that is working in a session. */
export function SessionTerminal({ session }: { session: Detail }) {
  const runs = useRuns(session);
  const run = runs.found?.find((r) => r.alive && !r.headless);
  if (run) return <Shown run={run} view={<LiveTerminal run={run} />} />;
  if (!runs.found) return runs.state;
  return (
    <NoRun session={session} title="No run of stead works in this session">
      A terminal is shown of what stead has started. Continue the session to start it{runs.found.length > 0 && ", or replay its last run"}.
    </NoRun>
  );
}

/** The recording of the newest run of a session. */
export function SessionReplay({ session }: { session: Detail }) {
  const runs = useRuns(session);
  const run = runs.found?.[0];
  if (run) return <Shown run={run} view={<RunReplay run={run} />} />;
  if (!runs.found) return runs.state;
  return (
    <NoRun session={session} title="No run of stead was recorded in this session">
      stead records what the CLIs that it starts draw. Continue the session, and its run can be replayed.
    </NoRun>
  );
}

/** The runs of a session, the newest first. */
function useRuns(session: Detail) {
  const { value, problem, reload } = useResource(
    `runs of ${session.reference}`,
    async (signal) => ((await listRuns({ all: true, here: true, limit: 1000 }, { signal })).items ?? []).filter((run) => isOf(run, session)),
    (change) => change.topic === "run",
  );
  const state = problem.value ? <Failed problem={problem.value} again={reload} /> : <Loading what="Looking for its runs" />;
  return { found: value.value, state };
}

/** Whether a run works in a session. A run that has made another session from it does not: its terminal shows the other one. */
function isOf(run: Run, session: Detail): boolean {
  return run.to === session.reference || session.reference === `run:${run.id}`;
}

function Shown({ run, view }: { run: Run; view: ComponentChild }) {
  return (
    <div class="run-of-session">
      <p class="meta">
        Run <a href={runPath(run)}>{run.name}</a> {routeOf(run)} · {stateOf(run)} · {age(run.started)}
      </p>
      {view}
    </div>
  );
}

function NoRun({ session, title, children }: { session: Detail; title: string; children: ComponentChildren }) {
  const can = mayAct(useMachine().value.value);
  return (
    <Empty title={title}>
      <p>{children}</p>
      {can && (
        <button type="button" class="main" onClick={() => openContinue(session.reference)}>
          Continue
        </button>
      )}
    </Empty>
  );
}
