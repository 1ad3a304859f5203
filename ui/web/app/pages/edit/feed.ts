import { signal } from "@preact/signals";
import { getEntries, type Entry } from "../../api/client";
import { asProblem, type Problem } from "../../api/call";

/** The number of entries per request. */
const size = 100;

/** The entries of a copy. It reads only those in view. After each edit it reads them again, and shows the old ones meanwhile. */
export class EntryFeed {
  readonly total = signal<number | undefined>(undefined);
  /** Changes whenever entries have arrived. */
  readonly version = signal(0);
  readonly problem = signal<Problem | undefined>(undefined);
  private entries: (Entry | undefined)[] = [];
  private fresh = new Set<number>();
  private reading = new AbortController();
  private view: [first: number, last: number] = [0, 0];

  constructor(private readonly id: string) {}

  at(row: number): Entry | undefined {
    return this.entries[row];
  }

  /** Returns the row of an entry among those that have been read. */
  find(id: string): number {
    return this.entries.findIndex((entry) => entry?.id === id);
  }

  /** Reads the entries in view, as far as they are missing. */
  look(first: number, last: number) {
    this.view = [first, last];
    for (let page = Math.floor(first / size); page <= Math.floor(last / size); page++) {
      if (!this.fresh.has(page)) void this.read(page);
    }
  }

  /** Reads all entries in view again, because the copy has changed. */
  refresh() {
    this.reading.abort();
    this.reading = new AbortController();
    this.fresh.clear();
    this.look(...this.view);
  }

  private async read(page: number) {
    this.fresh.add(page);
    const { signal } = this.reading;
    try {
      for (let from = page * size; from < (page + 1) * size; ) {
        const part = await getEntries({ cli: "draft", id: this.id, from, limit: (page + 1) * size - from }, { signal });
        if (signal.aborted) return;
        this.take(from, part.items ?? [], part.total);
        if (part.next === undefined) return;
        from = part.next; // a page is shorter if its texts are long
      }
    } catch (error) {
      if (signal.aborted) return;
      this.fresh.delete(page);
      this.problem.value = asProblem(error);
    }
  }

  private take(from: number, items: Entry[], total: number) {
    this.entries.length = total;
    items.forEach((entry, n) => (this.entries[from + n] = entry));
    this.problem.value = undefined;
    this.total.value = total;
    this.version.value++;
  }
}
