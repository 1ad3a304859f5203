import { useRef } from "preact/hooks";
import { getRun, getSession, type Run } from "../../api/client";
import { lastAnswer, useNeedsYou } from "../../live/answers";
import { useResource } from "../../live/resource";
import { Folder } from "../../parts/folder";
import { QuestionCard } from "../../parts/question";
import { classOfState, reasonOf, routeOf, runPath, stateOf, takenBy } from "../../parts/run_words";
import { Failed, Loading } from "../../parts/states";
import { Text } from "../../parts/text";
import { visible } from "../../values/visible";
import { age, duration } from "../../values/when";
import { lazy } from "../../parts/lazy";
import { local, route } from "../../shell/route";
import { useTitle } from "../../shell/title";
import { RunList } from "../runs/list";
import { RunActs } from "./acts";
import { RunChanges } from "./changes";
import { useRunCommands } from "./commands";
import { RunDetails } from "./details";

const LiveTerminal = lazy(() => import("../../parts/terminal/live"), (m) => m.LiveTerminal);
const RunReplay = lazy(() => import("../../parts/replay/replay"), (m) => m.RunReplay);
const Timeline = lazy(() => import("../session/views"), (m) => m.Timeline);

const views = {
  terminal: { title: "Terminal", View: RunTerminal },
  timeline: { title: "Timeline", View: RunTimeline },
  changes: { title: "Changes", View: RunChanges },
  replay: { title: "Replay", View: RunReplay },
  details: { title: "Details", View: RunDetails },
};

/** A run, and beside it the others of today. On a phone there is room for only one of both. */
export function RunPage() {
  const [, name = "", wanted = ""] = route.value.path;
  return (
    <div class="split open runs-split">
      <RunList open={name} view={wanted} />
      <section class="detail-pane" aria-label="Run">
        <RunPane key={name} name={name} wanted={wanted} />
      </section>
    </div>
  );
}

/** One run: its question, and one of its views. */
function RunPane({ name, wanted }: { name: string; wanted: string }) {
  const { value, problem, reload } = useResource(
    `run ${name}`,
    (signal) => getRun({ id: name }, { signal }),
    (change) => change.topic === "run" && (name === "latest" || change.ref.includes(name)),
  );
  const run = value.value;
  useRunCommands(run);
  useTitle(run ? run.prompt || run.name : "");
  if (!run) return problem.value ? <Failed problem={problem.value} again={reload} /> : <Loading what="Reading the run" />;
  const view = wanted in views ? (wanted as keyof typeof views) : run.alive && !run.headless ? "terminal" : "timeline";
  const { View } = views[view];
  return (
    <div class="session run">
      <header class="session-head">
        <a class="narrow-only back" href={local("/runs")} aria-label="Back to the runs">
          ←
        </a>
        <div>
          <h1>
            <Text of={run.prompt || "(no prompt)"} />
          </h1>
          <p class="meta">
            <code>{run.name}</code> {routeOf(run)} · <span class={classOfState(run)}>{stateOf(run)}</span> · <Folder of={run.folder} /> · {takenBy(run)} · {run.alive ? age(run.started) : duration(run.tookMs)}
          </p>
          <Reason run={run} />
        </div>
        <RunActs run={run} />
      </header>
      <Asked run={run} />
      <nav class="tabs" aria-label="Views of the run">
        {Object.entries(views).map(([name, { title }]) => (
          <a key={name} href={runPath(run, name)} aria-current={name === view ? "page" : undefined}>
            {title}
          </a>
        ))}
      </nav>
      <div class="session-view run-view">
        <View key={`${run.id} ${run.started}`} run={run} />
      </div>
    </div>
  );
}

function Reason({ run }: { run: Run }) {
  const reason = reasonOf(run);
  if (!reason) return null;
  return (
    <p class={classOfState(run)}>
      <Text of={reason} />
    </p>
  );
}

/** The run's question, or the outcome of the last answer that was given here. */
function Asked({ run }: { run: Run }) {
  const waits = useNeedsYou().find((r) => r.id === run.id) ?? (run.question ? run : undefined);
  if (waits) return <QuestionCard run={waits} />;
  const answered = lastAnswer(run.id);
  if (!answered) return null;
  return (
    <p class={"answered meta " + (answered.state === "given" ? "ok" : "wait")}>
      {visible(answered.question.about)}: {visible(answered.text)}
    </p>
  );
}

function RunTerminal({ run }: { run: Run }) {
  const seen = useRef(false);
  seen.current ||= run.alive && !run.headless;
  if (seen.current) return <LiveTerminal run={run} />; // a user who was watching when it ended is told why
  return (
    <div class="state">
      <h2>{run.headless ? "This run has no terminal" : "This run has ended"}</h2>
      <p>
        {run.headless ? "It works without one. Its timeline has what it says and does." : "What it has drawn was recorded."}{" "}
        <a href={runPath(run, run.headless ? "timeline" : "replay")}>{run.headless ? "Open the timeline" : "Replay it"}</a>
      </p>
    </div>
  );
}

/** The journal of the run, as a session. */
function RunTimeline({ run }: { run: Run }) {
  const { value, problem, reload } = useResource(
    `session run:${run.id}`,
    (signal) => getSession({ cli: "run", id: run.id }, { signal }),
    (change) => change.ref === run.id || change.ref === run.to,
  );
  if (value.value) return <Timeline session={value.value} />;
  return problem.value ? <Failed problem={problem.value} again={reload} /> : <Loading what="Reading the journal" />;
}
