import type { AbContest, AbContestant } from "../../api/client";

/** Whether a contest is still running. */
export function goesOn(contest: AbContest): boolean {
  return contest.status === "running";
}

/** The activity of a contest, or how it ended, for people. */
export function statusOf(contest: AbContest): { text: string; look: string } {
  if (contest.picked) return { text: "picked", look: "ok" };
  switch (contest.status) {
    case "running":
      return { text: "working", look: "ok" };
    case "completed":
      return { text: "done", look: "dim" };
    default:
      return { text: contest.status, look: "bad" };
  }
}

const words: Record<string, string> = { timeout: "time used up", budget: "budget used up" };

/** The activity of a contestant, or how it ended, for people. */
export function stateOf(one: AbContestant): { text: string; look: string } {
  const text = words[one.state] ?? one.state;
  switch (one.state) {
    case "preparing":
    case "working":
    case "checking":
      return { text, look: "ok" };
    case "waiting":
    case "done":
      return { text, look: "dim" };
    default:
      return { text, look: "bad" };
  }
}

/** Whether a contestant has reached its final state. */
export function hasEnded(one: AbContestant): boolean {
  return !["waiting", "preparing", "working", "checking"].includes(one.state);
}

/** Whether a contestant's run is active, so that one can watch it. */
export function isWorking(one: AbContestant): boolean {
  return one.run !== undefined && (one.state === "working" || one.state === "checking");
}

/** Whether a contestant can be picked: the contest is over, the contestant has left work, and no contestant has been picked into the folder. */
export function isPickable(contest: AbContest, one: AbContestant): boolean {
  return !goesOn(contest) && Boolean(one.commit) && (!contest.picked || Boolean(contest.picked.branch));
}
