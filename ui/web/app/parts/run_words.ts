import type { Run } from "../api/client";
import { pathOn } from "../shell/route";
import { amount, cost, count } from "../values/amount";
import { moment } from "../values/when";

/** The CLIs that a run went through: claude→codex. */
export function routeOf(run: Run): string {
  return run.route.replaceAll("->", "→");
}

/** The address of a run, or of one of its views. */
export function runPath(run: Run, view = ""): string {
  return pathOn(run.machine, "r", run.name, ...(view ? [view] : []));
}

/** Whether a run was active when its machine, which is away, was last there. */
export function isAway(run: Run): boolean {
  return run.state === "away";
}

/** The class of a run's state, which colours the word. */
export function classOfState(run: Run): string {
  if (isAway(run)) return "dim";
  if (run.question || ["permission", "input", "limited"].includes(run.state)) return "wait";
  return run.alive || run.exitCode === 0 ? "ok" : "bad";
}

/** A run's state as a word. Once the run has ended, a sign accompanies it, since colours alone are not accessible. */
export function stateOf(run: Run): string {
  if (run.alive) return run.state === "input" ? "waits for a prompt" : run.state;
  if (isAway(run)) return run.state;
  return `${run.exitCode === 0 ? "✓" : "✗"} ${run.state}`;
}

/** The reason why a run is blocked or has failed, and until when. It is empty for a run without problems. */
export function reasonOf(run: Run): string {
  const reset = run.state === "limited" && run.limit?.reset ? `until ${moment(run.limit.reset)}` : "";
  const why = run.alive || run.reason === run.state ? "" : run.reason;
  return [why, run.state === "limited" || isAway(run) ? run.about : "", reset].filter(Boolean).join(" · ");
}

/** The usage of a run: 12 turns · 48k tokens · $0.21. */
export function takenBy(run: Run): string {
  const tokens = run.tokens.input + run.tokens.output + run.tokens.cacheRead + run.tokens.cacheWrite;
  return [count(run.turns, "turn"), tokens > 0 && `${amount(tokens)} tokens`, cost(run.cost)].filter(Boolean).join(" · ");
}

/** The contest or chain that a run is a part of: its title and its address. */
export function wholeOf(run: Run): { title: string; to: string } | undefined {
  const [kind, id] = run.part?.split(":") ?? [];
  if (!id) return undefined;
  if (kind === "ab") return { title: `contest, as ${run.partName ?? "a contestant"}`, to: pathOn(run.machine, "ab", id) };
  return kind === "chain" ? { title: `chain, step ${run.partName ?? ""}`, to: pathOn(run.machine, "chain", id) } : undefined;
}
