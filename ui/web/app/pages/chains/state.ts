import type { ChainAttempt, ChainChain, RecipeStep } from "../../api/client";

/** How far a step of a chain is. */
export interface StepState {
  /** A sign beside the word, for the eye. */
  sign: string;
  text: string;
  look: string;
}

/** The steps of a chain, in order. */
export function stepsOf(chain: ChainChain): RecipeStep[] {
  return chain.recipe.steps ?? [];
}

/** The attempts at a step, the first one first. */
export function attemptsAt(chain: ChainChain, step: string): ChainAttempt[] {
  return (chain.attempts ?? []).filter((a) => a.step === step);
}

/** What a chain does or how it ended, for people. */
export function statusOf(chain: ChainChain): { text: string; look: string } {
  switch (chain.status) {
    case "waiting":
      return { text: "waits", look: "wait" };
    case "running":
      return { text: "working", look: "ok" };
    case "completed":
      return { text: "done", look: "dim" };
    default:
      return { text: chain.status, look: "bad" };
  }
}

/** How far a step is. Steps behind the next one that were done before are done again, as a goto wants it. */
export function stateOf(chain: ChainChain, n: number): StepState {
  const step = stepsOf(chain)[n];
  const last = attemptsAt(chain, step?.name ?? "").pop();
  if (n === chain.next && chain.status === "waiting") return { sign: "‖", text: "waits", look: "wait" };
  if (!last) return { sign: "", text: "to come", look: "dim" };
  if (n > chain.next) return { sign: "", text: "again", look: "dim" };
  if (last.state === "done") return { sign: "✓", text: "done", look: "ok" };
  if (last.state === "failed") return { sign: "✗", text: "failed", look: "bad" };
  if (chain.status !== "running") return { sign: "✗", text: "interrupted", look: "bad" };
  return { sign: "▶", text: `${last.state === "checking" ? "checking" : "working"}${tries(step, last)}`, look: "ok" };
}

/** Counts the attempts since the step was come to, where there can be several: 2/3. */
function tries(step: RecipeStep | undefined, last: ChainAttempt): string {
  return step?.retries ? ` ${(last.try ?? 0) + 1}/${step.retries + 1}` : "";
}

/** What a chain waits for: that a step is approved, or that the winner of its A/B is picked. */
export function gateOf(chain: ChainChain): { step: RecipeStep; contest: string | undefined } | undefined {
  const step = stepsOf(chain)[chain.next];
  if (chain.status !== "waiting" || !step) return undefined;
  const contest = attemptsAt(chain, step.name).pop()?.contest;
  return { step, contest: step.parallel ? contest : undefined };
}

/** Who does a step. */
export function workerOf(step: RecipeStep): string {
  if (step.parallel) return (step.parallel.with ?? []).join(" | ");
  const cli = step.on ? `${step.cli}@${step.on}` : step.cli;
  return [cli, step.model].filter(Boolean).join(" ");
}
