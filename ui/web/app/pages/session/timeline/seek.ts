import type { Detail, Entry } from "../../../api/client";
import { findEntry } from "../../../live/find_entry";
import type { EntryPages } from "./pages";

/** Finds the first entry of a turn. Turns are numbered in the order of the session, so a binary search finds it. Returns undefined if there is no such turn. */
export async function firstOfTurn(pages: EntryPages, turn: number): Promise<number | undefined> {
  const total = pages.total.peek();
  let from = 0;
  for (let to = total; from < to; ) {
    const middle = (from + to) >> 1;
    const entry = await pages.one(middle);
    if (!entry) return undefined; // the session has become shorter
    if (entry.turn >= turn) to = middle;
    else from = middle + 1;
  }
  return turn > 0 && from < total ? from : undefined;
}

/** Finds an entry by its number or its id. Returns undefined if there is none. */
export async function numberOf(name: string, session: Detail, pages: EntryPages, signal: AbortSignal): Promise<number | undefined> {
  if (/^\d{1,9}$/.test(name) && Number(name) < pages.total.peek()) return Number(name);
  return (await findEntry(session.reference, name, signal))?.n;
}

/** Finds the next or the previous edit of a file. Returns undefined if there is none. */
export async function nextChange(pages: EntryPages, from: number, by: 1 | -1): Promise<number | undefined> {
  for (let n = from + by; n >= 0 && n < pages.total.peek(); n += by) {
    const entry = pages.entry(n) ?? (await pages.load(n));
    if (entry && isChange(entry)) return n;
  }
  return undefined;
}

function isChange(entry: Entry): boolean {
  return entry.type === "tool_call" && ((entry.changes ?? []).length > 0 || entry.tool === "edit" || entry.tool === "write");
}
