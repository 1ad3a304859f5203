import { useCommands } from "../../shell/keys";
import { insertAt } from "./insert";
import { openStart } from "./start";
import { discard } from "./drafts";
import { local, navigate } from "../../shell/route";
import { ranges, type Selection } from "./selection";
import type { DraftHandle } from "./use_draft";

/** The keys of the editor. */
export function useEditCommands(draft: DraftHandle, selection: Selection, may: boolean) {
  const at = selection.at.value;
  const total = draft.value?.entries ?? 0;
  const can = () => may && total > 0;
  useCommands([
    { title: "Next entry", keys: ["j", "ArrowDown"], run: () => selection.go(at + 1) },
    { title: "Previous entry", keys: ["k", "ArrowUp"], run: () => selection.go(at - 1) },
    { title: "First entry", keys: ["g g", "Home"], run: () => selection.go(0) },
    { title: "Last entry", keys: ["G", "End"], run: () => selection.go(total - 1) },
    { title: "Pick the entry", keys: ["Space"], run: () => selection.toggle(at), can },
    { title: "Drop what is picked", keys: ["x", "Delete"], run: () => void drop(draft, selection), can },
    { title: "Move it down", keys: ["J"], run: () => void moveBy(draft, selection, 1), can },
    { title: "Move it up", keys: ["K"], run: () => void moveBy(draft, selection, -1), can },
    { title: "Insert a text before it", keys: ["i"], run: () => insertAt(draft, at), can: () => may },
    { title: "Insert a text after it", keys: ["a"], run: () => insertAt(draft, at + 1), can: () => may },
    { title: "Undo", keys: ["z", "u"], run: () => void draft.edit("Undo", { op: "undo" }), can: () => may && (draft.value?.steps ?? 0) > 0 },
    { title: "Redo", keys: ["Z"], run: () => void draft.edit("Redo", { op: "redo" }), can: () => may && (draft.value?.undone ?? 0) > 0 },
    { title: "Start this copy in a CLI", keys: ["c"], run: () => draft.value && openStart(draft.value), can: () => may },
    { title: "Delete this copy", keys: ["X"], run: () => draft.value && discard(draft.value, () => navigate(local("/edit"))), can: () => may },
  ]);
}

/** Drops the selection. Calls go together with their results. */
export async function drop(draft: DraftHandle, selection: Selection) {
  const rows = selection.rows();
  if (await draft.edit("Drop", { op: "drop", entries: ranges(rows) })) selection.go(rows[0] ?? 0);
}

/** Drops everything up to and including the chosen entry. */
export async function cutUpTo(draft: DraftHandle, row: number, selection?: Selection) {
  if (await draft.edit("Cut", { op: "cut", entries: `1-${row + 1}` })) selection?.go(0);
}

/** Moves the selection by one row. */
async function moveBy(draft: DraftHandle, selection: Selection, by: 1 | -1) {
  const rows = selection.rows();
  const first = rows[0] ?? 0;
  const last = rows[rows.length - 1] ?? 0;
  await moveTo(draft, selection, by < 0 ? first - 1 : last + 2);
}

/** Moves the selection before a row. */
export async function moveTo(draft: DraftHandle, selection: Selection, before: number) {
  const rows = selection.rows();
  const total = draft.value?.entries ?? 0;
  if (before < 0 || before > total || rows.includes(before)) return;
  // Each range is a separate edit; together they are one step.
  const edits = ranges(rows).split(",").map((entries) => ({ op: "move" as const, entries, before: before < total ? before + 1 : 0 }));
  if (await draft.edit("Move", ...edits)) selection.go(before - rows.filter((row) => row < before).length);
}
