import { getContest, type AbContest } from "../../api/client";
import { mayAct, useMachine } from "../../live/machine";
import { useResource } from "../../live/resource";
import { Folder } from "../../parts/folder";
import { Failed, Loading } from "../../parts/states";
import { Text } from "../../parts/text";
import { age, moment } from "../../values/when";
import { path, restate, route, sessionPath } from "../../shell/route";
import { Board } from "./board";
import { useBoardCommands } from "./commands";
import { ContestantDetail } from "./contestant";
import { statusOf } from "./state";

/** One contest: its contestants in a table, and below it the work of the chosen one. */
export function ContestPage() {
  const id = route.value.path[1] ?? "";
  const { value, problem, reload } = useResource(
    `contest ${id}`,
    (signal) => getContest({ id }, { signal }),
    (change) => change.topic === "contest" && (id === "latest" || change.ref.startsWith(id)),
  );
  const contest = value.value;
  if (!contest) return problem.value ? <Failed problem={problem.value} again={reload} /> : <Loading what="Reading the contest" />;
  return (
    <div class="page boards">
      {problem.value && <Failed problem={problem.value} again={reload} />}
      <Contest key={contest.contest} contest={contest} />
    </div>
  );
}

function Contest({ contest }: { contest: AbContest }) {
  const acts = mayAct(useMachine().value.value);
  const all = contest.contestants ?? [];
  const named = route.value.fragment.get("c");
  const chosen = all.find((one) => one.name === named) ?? all.find((one) => one.name === contest.picked?.name) ?? all[0];
  const choose = (name: string) => restate(`${path("ab", route.value.path[1] ?? "")}#${new URLSearchParams({ c: name })}`);
  useBoardCommands(contest, chosen, choose, acts);
  return (
    <>
      <Head contest={contest} />
      <Board contest={contest} chosen={chosen} choose={choose} acts={acts} />
      {chosen && <ContestantDetail key={chosen.name} contest={contest} one={chosen} />}
    </>
  );
}

function Head({ contest }: { contest: AbContest }) {
  const status = statusOf(contest);
  return (
    <header class="board-about">
      <h1>
        <Text of={contest.prompt} />
      </h1>
      <p class="meta">
        <span class={status.look}>{status.text}</span> · <Folder of={contest.dir} />
        {contest.check && (
          <>
            {" "}
            · checked by{" "}
            <code>
              <Text of={contest.check} />
            </code>
          </>
        )}
        {contest.from && (
          <>
            {" "}
            · continues <a href={sessionPath(contest.from)}>{contest.from}</a>
          </>
        )}{" "}
        · <span title={moment(contest.started)}>{age(contest.started)}</span>
      </p>
      {contest.reason && (
        <p class="dim">
          <Text of={contest.reason} />
        </p>
      )}
      <PickedNote contest={contest} />
    </header>
  );
}

/** A permanent note on who was picked and where the work is. */
function PickedNote({ contest }: { contest: AbContest }) {
  const { picked } = contest;
  if (!picked) return null;
  return (
    <p class="picked">
      <b class="ok">✓ {picked.name} was picked</b>, {age(picked.at)}: its work is{" "}
      {picked.branch ? (
        <>
          on the branch <code>{picked.branch}</code>.
        </>
      ) : (
        <>
          in <Folder of={contest.dir} />.
        </>
      )}
      {picked.run && (
        <>
          {" "}
          Its session <a href={path("r", picked.run)}>goes on there</a>.
        </>
      )}
    </p>
  );
}
