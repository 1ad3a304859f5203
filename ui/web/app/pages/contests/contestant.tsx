import type { AbContest, AbContestant } from "../../api/client";
import { CheckOutput } from "../../parts/check";
import { Changes } from "../../parts/changes";
import { Failed, Loading } from "../../parts/states";
import { Text } from "../../parts/text";
import { count } from "../../values/amount";
import { path, sessionPath } from "../../shell/route";
import { useContestantChanges } from "../../live/changes";
import { comparePath } from "../compare/address";
import { hasEnded, stateOf } from "./state";

/** A contestant's work: how it ended, its check, its session, and its changes. */
export function ContestantDetail({ contest, one }: { contest: AbContest; one: AbContestant }) {
  const others = (contest.contestants ?? []).filter((other) => other.name !== one.name && other.run);
  return (
    <section class="board-detail" aria-label={`What ${one.name} did`}>
      <h2>{one.name}</h2>
      <p class="meta">
        {stateOf(one).text} · {count(one.turns, "turn")}
        {one.branch && (
          <>
            {" "}
            · branch <code>{one.branch}</code>
          </>
        )}
      </p>
      {one.reason && (
        <p class="bad">
          <Text of={one.reason} />
        </p>
      )}
      {one.run && (
        <p class="links">
          <a href={path("r", one.run)}>Run</a>
          <a href={sessionPath(`run:${one.run}`)}>Session</a>
          {others.map((other) => (
            <a key={other.name} href={comparePath(`run:${one.run}`, `run:${other.run}`)}>
              Compare with {other.name}
            </a>
          ))}
        </p>
      )}
      <CheckOutput check={one.check} command={contest.check} />
      {one.commit ? <ContestantChanges contest={contest} one={one} /> : <p class="dim">{nothingLeft(one)}</p>}
    </section>
  );
}

/** The reason why there are no changes to show. */
function nothingLeft(one: AbContestant): string {
  if (one.state === "waiting") return "It has not begun.";
  return hasEnded(one) ? "It has left no work." : "Its changes are here when it has ended.";
}

function ContestantChanges({ contest, one }: { contest: AbContest; one: AbContestant }) {
  const { value, problem, reload } = useContestantChanges(contest.contest, one.name);
  if (value.value) return <Changes files={value.value.items} left={value.value.left} />;
  return problem.value ? <Failed problem={problem.value} again={reload} /> : <Loading what="Reading the changes" />;
}
