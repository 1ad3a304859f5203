import type { ChainAttempt, ChainChain, RecipeStep } from "../../api/client";

/** The state of a step of a chain. */
export interface StepState {
  /** A sign beside the word. */
  sign: string;
  text: string;
  look: string;
}

/** The steps of a chain, in order. */
export function stepsOf(chain: ChainChain): RecipeStep[] {
  return chain.recipe.steps ?? [];
}

/** The attempts at a step, in order. */
export function attemptsAt(chain: ChainChain, step: string): ChainAttempt[] {
  return (chain.attempts ?? []).filter((a) => a.step === step);
}

/** The activity of a chain, or how it ended, for people. */
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

/** The state of a step. Steps after the next one that were done before are done again, as a goto requires. */
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

/** Counts the attempts of the current visit to the step, if there can be several: 2/3. */
function tries(step: RecipeStep | undefined, last: ChainAttempt): string {
  return step?.retries ? ` ${(last.try ?? 0) + 1}/${step.retries + 1}` : "";
}

/** What a chain waits for: the approval of a step, or the choice of the winner of its A/B. */
export function gateOf(chain: ChainChain): { step: RecipeStep; contest: string | undefined } | undefined {
  const step = stepsOf(chain)[chain.next];
  if (chain.status !== "waiting" || !step) return undefined;
  const contest = attemptsAt(chain, step.name).pop()?.contest;
  return { step, contest: step.parallel ? contest : undefined };
}

/** The CLI or CLIs of a step. */
export function workerOf(step: RecipeStep): string {
  if (step.parallel) return (step.parallel.with ?? []).join(" | ");
  const cli = step.on ? `${step.cli}@${step.on}` : step.cli;
  return [cli, step.model].filter(Boolean).join(" ");
}
