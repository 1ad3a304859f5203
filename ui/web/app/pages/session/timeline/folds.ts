import type { Entry } from "../../../api/client";

/** A part of an entry that can be folded. */
export interface Fold {
  key: string;
  /** Whether it is open by default. */
  open: boolean;
}

/** Whether a text reached the model although nobody typed it. A command was typed, in another form. */
export function isContext(entry: Entry): boolean {
  return entry.type === "system" || (entry.origin !== undefined && entry.origin !== "command");
}

/** The parts of an entry that can be folded. */
export function foldsOf(entry: Entry): Fold[] {
  const folds: Fold[] = [];
  if (entry.thinking) folds.push(thinkingOf(entry));
  if (entry.type === "tool_call" || entry.type === "tool_result" || isContext(entry)) folds.push(bodyOf(entry));
  if ((entry.attachments ?? []).length > 0) folds.push(attachmentsOf(entry));
  return folds;
}

/** The fold of the model's thinking. */
export function thinkingOf(entry: Entry): Fold {
  return { key: `${entry.id} thinking`, open: false };
}

/** The fold of a call, a result or a text that nobody typed. */
export function bodyOf(entry: Entry): Fold {
  return { key: `${entry.id} body`, open: (entry.changes ?? []).length > 0 };
}

/** The fold of pictures and files. */
export function attachmentsOf(entry: Entry): Fold {
  return { key: `${entry.id} attachments`, open: false };
}
