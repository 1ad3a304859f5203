import { signal } from "@preact/signals";
import type { EntryFeed } from "./feed";

/** The selected entries of a copy, by their rows: one to look at, and possibly several to act on. */
export class Selection {
  /** The row of the entry that is looked at. */
  readonly at = signal(0);
  /** The picked rows. None means the row that is looked at. */
  readonly picked = signal<ReadonlySet<number>>(new Set());
  private anchor = 0;
  /** The id of the entry that is looked at. It identifies the entry when rows have moved. */
  private id: string | undefined;

  constructor(private readonly feed: EntryFeed) {}

  /** Looks at a row, and clears the picked rows. */
  go(row: number) {
    const total = this.feed.total.value ?? 0;
    this.at.value = this.anchor = Math.max(0, Math.min(row, total - 1));
    this.id = this.feed.at(this.at.value)?.id;
    if (this.picked.value.size > 0) this.picked.value = new Set();
  }

  /** Picks all rows up to this one. */
  extend(row: number) {
    const total = this.feed.total.value ?? 0;
    const to = Math.max(0, Math.min(row, total - 1));
    const picked = new Set<number>();
    for (let n = Math.min(this.anchor, to); n <= Math.max(this.anchor, to); n++) picked.add(n);
    this.at.value = to;
    this.id = this.feed.at(to)?.id;
    this.picked.value = picked;
  }

  /** Picks a row, or unpicks it. */
  toggle(row: number) {
    const picked = new Set(this.picked.value);
    if (!picked.delete(row)) picked.add(row);
    this.picked.value = picked;
  }

  /** The rows to act on, in order. */
  rows(): number[] {
    return this.picked.value.size > 0 ? [...this.picked.value].sort((a, b) => a - b) : [this.at.value];
  }

  /** Finds the entry that is looked at again, when the rows have been read again. */
  settle() {
    const total = this.feed.total.value ?? 0;
    const found = this.id === undefined ? -1 : this.feed.find(this.id);
    const at = found >= 0 ? found : Math.max(0, Math.min(this.at.value, total - 1));
    if (at !== this.at.value) this.at.value = this.anchor = at;
    if (found < 0) this.id = this.feed.at(at)?.id;
  }
}

/** Writes rows in the syntax in which an edit names entries, counted from 1: 3,5-7. */
export function ranges(rows: readonly number[]): string {
  const parts: string[] = [];
  for (let n = 0; n < rows.length; ) {
    let end = n;
    while (rows[end + 1] === (rows[end] ?? 0) + 1) end++;
    const first = (rows[n] ?? 0) + 1;
    const last = (rows[end] ?? 0) + 1;
    parts.push(first === last ? `${first}` : `${first}-${last}`);
    n = end + 1;
  }
  return parts.join(",");
}
