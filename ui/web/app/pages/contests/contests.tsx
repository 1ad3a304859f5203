import { listContests, type AbContest } from "../../api/client";
import { openContest } from "../../dialogs/contest";
import { mayAct, useMachine } from "../../live/machine";
import { useResource } from "../../live/resource";
import { useChoice } from "../../parts/choice";
import { Empty, Failed, Loading } from "../../parts/states";
import { Text } from "../../parts/text";
import { age } from "../../values/when";
import { useCommands } from "../../shell/keys";
import { navigate, path } from "../../shell/route";
import { statusOf } from "./state";

/** All contests. In each, several CLIs did the same task, each in a copy of the folder. */
export function Contests() {
  const { value, problem, reload } = useResource(
    "contests",
    (signal) => listContests({ signal }),
    (change) => change.topic === "contest",
  );
  const acts = mayAct(useMachine().value.value);
  const contests = value.value?.items ?? [];
  const choice = useChoice(
    contests.map((c) => c.contest),
    "contest",
    (id) => navigate(path("ab", id)),
  );
  useCommands([{ title: "Start a contest", keys: ["b"], run: () => openContest(), can: () => acts }]);
  const start = acts && (
    <button type="button" onClick={() => openContest()}>
      New contest
    </button>
  );
  return (
    <div class="page boards">
      <header class="board-head">
        <h1>Contests</h1>
        {contests.length > 0 && start}
      </header>
      {problem.value && <Failed problem={problem.value} again={reload} />}
      {!value.value && !problem.value && <Loading what="Reading the contests" />}
      {value.value && contests.length === 0 && (
        <Empty title="No contests yet">
          <p>Let several CLIs do one task, each in a copy of your folder. Then compare what they did, and pick the best.</p>
          {start}
          <p class="dim">
            <code>stead ab -p 'Fix the failing test' --with claude,codex</code> starts one in a terminal.
          </p>
        </Empty>
      )}
      <ul>
        {contests.map((contest) => (
          <li key={contest.contest} id={`choice-${contest.contest}`}>
            <ContestRow contest={contest} chosen={choice.chosen === contest.contest} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function ContestRow({ contest, chosen }: { contest: AbContest; chosen: boolean }) {
  const status = statusOf(contest);
  return (
    <a class="board-row" href={path("ab", contest.contest)} aria-current={chosen ? "true" : undefined}>
      <span class={`what ${status.look}`}>{status.text}</span>
      <span class="title">
        <Text of={contest.prompt} />
      </span>
      <span class="where">
        {(contest.contestants ?? []).map((one, n) => (
          <span key={one.name} class={one.name === contest.picked?.name ? "ok" : ""}>
            {n > 0 && " · "}
            {one.name}
            {one.name === contest.picked?.name && " ✓"}
          </span>
        ))}
      </span>
      <span class="when">{age(contest.started)}</span>
    </a>
  );
}
