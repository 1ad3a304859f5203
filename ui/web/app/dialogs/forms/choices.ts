import type { Start } from "../../api/client";

/** The choices in a dialog that starts a run. An empty text leaves the choice to the user's settings. */
export interface Choices {
  to: string;
  history: string;
  thinking: string;
  redact: string;
  allow: string;
  model: string;
  folder: string;
  /** Whether the CLI works in a git worktree of the folder. */
  worktree: boolean;
  prompt: string;
  /** Whether the CLI waits for more after its answer. */
  interactive: boolean;
}

/** The initial choices. */
export const noChoices: Choices = { to: "", history: "", thinking: "", redact: "", allow: "", model: "", folder: "", worktree: false, prompt: "", interactive: true };

/** A value of a choice, and its label. */
export type Option = readonly [value: string, title: string];

const asSet: Option = ["", "as set"];

export const histories: Option[] = [
  asSet,
  ["full", "full"],
  ["last:3", "last 3 turns"],
  ["last:10", "last 10 turns"],
  ["budget:50000", "50k tokens"],
  ["users", "prompts only"],
  ["summary", "summary"],
];
export const thinkings: Option[] = [asSet, ["strip", "strip"], ["text", "as text"], ["keep", "keep"]];
export const redactions: Option[] = [asSet, ["mask", "mask"], ["always", "always mask"], ["off", "off"]];
export const allowances: Option[] = [asSet, ["configured", "as configured"], ["edits", "edits"], ["all", "all"]];

/** Converts the choices to a request. It leaves out choices that are left to the settings. */
export function startOf(c: Choices, from = ""): Start {
  const start: Start = { to: c.to };
  const texts = { from, history: c.history, thinking: c.thinking, redact: c.redact, allow: c.allow, model: c.model.trim(), folder: c.folder.trim(), prompt: c.prompt };
  for (const [name, value] of Object.entries(texts)) {
    if (value.trim() !== "") Object.assign(start, { [name]: value });
  }
  if (waitsForMore(c)) start.interactive = true;
  if (c.worktree) start.worktree = true;
  return start;
}

/** Reports whether the CLI waits for more. Without a prompt it always does, because there is nothing else that it could do. */
export function waitsForMore(c: Choices): boolean {
  return c.interactive || c.prompt.trim() === "";
}
