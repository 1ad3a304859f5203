// The errors of requests.
import type { Problem as ProblemAnswer } from "./client";

/** The type of the problem that the server does not answer. */
export const away = "away";

/** A failed request: with the server's description of the error, or because the server did not answer. */
export class Problem extends Error {
  /** The status of the answer, or 0 if there was none. */
  readonly status: number;
  /** The name of stead's exit code for this error, or "refused" or "away". */
  readonly type: string;
  readonly title: string;
  /** What was tried and what is wrong. */
  readonly detail: string;
  /** What to do about it. */
  readonly hint: string | undefined;
  /** Which parameters are wrong. */
  readonly errors: NonNullable<ProblemAnswer["errors"]>;

  constructor(answer: ProblemAnswer) {
    super(answer.detail);
    this.name = "Problem";
    this.status = answer.status;
    this.type = answer.type;
    this.title = answer.title;
    this.detail = answer.detail;
    this.hint = answer.hint;
    this.errors = answer.errors ?? [];
  }
}

/** The problem that the server does not answer. */
export function unanswered(cause: unknown): Problem {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new Problem({
    status: 0,
    type: away,
    title: "No answer",
    detail: `stead's server does not answer: ${reason}`,
    hint: "see whether `stead serve` still runs in its terminal",
  });
}

/** The problem in an answer. An answer that should contain one but does not becomes a problem, too. */
export function problemOf(status: number, title: string, text: string): Problem {
  const told = parsed(text);
  if (isProblem(told)) {
    return new Problem(told);
  }
  return new Problem({
    status,
    type: "failed",
    title,
    detail: `stead's server answers with ${status}, in a form that this page does not know`,
    hint: "load the page again: the server may be newer than the page",
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isProblem(told: unknown): told is ProblemAnswer {
  return typeof told === "object" && told !== null && "status" in told && "type" in told && "detail" in told;
}

/** Converts anything that was thrown to a problem. */
export function asProblem(error: unknown): Problem {
  return error instanceof Problem ? error : unanswered(error);
}
