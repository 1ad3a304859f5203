import { signal } from "@preact/signals";
import type { Entry, Page } from "../../../api/client";
import { asProblem, type Problem } from "../../../api/call";

/** Reads entries of a session, beginning with one. A page may have fewer than requested, and then says where it continues. */
export type ReadEntries = (from: number, limit: number, signal: AbortSignal) => Promise<Page>;

/** The number of entries per page. */
const pageSize = 100;

/** The maximum number of pages that are kept. Those farthest from the view go first. */
const mostKept = 12;

/** The number of entries beyond those in view that are read: a result is near its call. */
const margin = 30;

interface Reading {
  done: Promise<void>;
  stop: AbortController;
  /** Whether a caller waits for it, so that it is not aborted when it is out of view. */
  held: boolean;
}

/** The entries of a session that are near the view. */
export class EntryPages {
  /** How many entries the session has. */
  readonly total = signal(0);
  /** Changes whenever entries have arrived or gone. */
  readonly version = signal(0);
  /** The reason why the last reading failed. */
  readonly problem = signal<Problem | undefined>(undefined);

  private readonly pages = new Map<number, Entry[]>();
  private readonly readings = new Map<number, Reading>();
  private readonly calls = new Map<string, number>();
  private readonly results = new Map<string, number>();
  private readonly closing = new AbortController();
  private view: [first: number, last: number] = [0, 0];
  private refreshing = false;
  private outdated = false;

  constructor(
    private readonly readEntries: ReadEntries,
    total: number,
    private revision: string,
  ) {
    this.total.value = total;
  }

  /** The entry at a position, if it has been read. */
  entry(n: number): Entry | undefined {
    return this.pages.get(pageOf(n))?.[n % pageSize];
  }

  /** The number of the call that a result answers, if it has been read. */
  callOf(result: Entry): number | undefined {
    return result.type === "tool_result" && result.callId !== undefined ? this.calls.get(result.callId) : undefined;
  }

  /** The result of a call, if it has been read. */
  resultOf(call: Entry): Entry | undefined {
    const n = call.type === "tool_call" ? this.results.get(call.id) : undefined;
    return n === undefined ? undefined : this.entry(n);
  }

  /** Reads the entries in view, and drops others. */
  want(first: number, last: number) {
    this.view = [first, last];
    const from = pageOf(Math.max(0, first - margin));
    const to = pageOf(Math.max(0, Math.min(last + margin, this.total.peek() - 1)));
    for (const [page, reading] of this.readings) {
      if ((page < from || page > to) && !reading.held) reading.stop.abort();
    }
    for (let page = from; page <= to; page++) this.read(page, false).catch(() => {}); // the problem reports it
    this.forgetFar((from + to) / 2);
  }

  /** Reads the entry at a position, together with those around it. */
  async load(n: number): Promise<Entry | undefined> {
    await this.read(pageOf(n), true);
    return this.entry(n);
  }

  /** Reads one entry without keeping it. */
  async one(n: number): Promise<Entry | undefined> {
    return this.entry(n) ?? (await this.readEntries(n, 1, this.closing.signal)).items?.[0];
  }

  /** Replaces an entry by itself with whole texts. */
  complete(whole: Entry) {
    const page = this.pages.get(pageOf(whole.n));
    if (page?.[whole.n % pageSize]?.id !== whole.id) return;
    page[whole.n % pageSize] = whole;
    this.changed();
  }

  /** Reads the end of the session again after a change: a CLI appends. */
  async refresh() {
    this.outdated = true;
    if (this.refreshing) return;
    this.refreshing = true;
    try {
      while (this.outdated && !this.closing.signal.aborted) {
        this.outdated = false;
        const last = pageOf(Math.max(0, this.total.peek() - 1));
        this.takeEnd(last, await this.readEntries(last * pageSize, 2 * pageSize, this.closing.signal));
      }
      this.problem.value = undefined;
    } catch (error) {
      this.fail(error, this.closing.signal);
    } finally {
      this.refreshing = false;
    }
  }

  /** Reads the end again if the session has another revision than what was read of it. */
  update(revision: string) {
    if (revision !== this.revision) void this.refresh();
  }

  /** Reads again what could not be read. */
  again() {
    this.problem.value = undefined;
    this.want(...this.view);
    void this.refresh();
  }

  /** Aborts all reading. */
  close() {
    this.closing.abort();
    for (const reading of this.readings.values()) reading.stop.abort();
  }

  private read(page: number, held: boolean): Promise<void> {
    const under = this.readings.get(page);
    if (under && !under.stop.signal.aborted) {
      under.held ||= held;
      return under.done;
    }
    if (this.pages.has(page)) return Promise.resolve();
    const stop = new AbortController();
    const reading: Reading = { stop, held, done: this.readWhole(page, stop.signal) };
    this.readings.set(page, reading);
    const forget = () => {
      if (this.readings.get(page) === reading) this.readings.delete(page);
    };
    reading.done.then(forget, forget);
    return reading.done;
  }

  private async readWhole(page: number, signal: AbortSignal) {
    const first = page * pageSize;
    const items: Entry[] = [];
    try {
      for (let next: number | undefined = first; next !== undefined && next < first + pageSize; ) {
        const answer: Page = await this.readEntries(next, first + pageSize - next, signal);
        items.push(...(answer.items ?? []));
        next = answer.next;
        if (answer.rev !== this.revision) void this.refresh();
      }
      signal.throwIfAborted();
    } catch (error) {
      this.fail(error, signal);
      throw error;
    }
    this.keep(page, items);
    this.changed();
  }

  private fail(error: unknown, signal: AbortSignal) {
    if (!signal.aborted && !this.closing.signal.aborted) this.problem.value = asProblem(error);
  }

  /** Stores the new end of the session. The part before it is unchanged, unless the session was rewritten. */
  private takeEnd(last: number, answer: Page) {
    const items = answer.items ?? [];
    const known = this.pages.get(last)?.[0];
    const isOther = answer.total < last * pageSize + 1 || (known !== undefined && known.id !== items[0]?.id);
    for (const page of [...this.pages.keys()]) {
      if (page >= last || isOther) this.forget(page);
    }
    if (answer.total < this.total.peek() && isOther) this.outdated = true; // its end has moved
    this.revision = answer.rev;
    this.total.value = answer.total;
    for (let n = 0; n < items.length; n += pageSize) {
      const isWhole = n + pageSize <= items.length || answer.next === undefined;
      if (isWhole) this.keep(last + n / pageSize, items.slice(n, n + pageSize));
    }
    this.changed();
    this.want(...this.view);
  }

  private keep(page: number, items: Entry[]) {
    this.pages.set(page, items);
    items.forEach((entry, n) => {
      if (entry.type === "tool_call") this.calls.set(entry.id, page * pageSize + n);
      if (entry.type === "tool_result" && entry.callId) this.results.set(entry.callId, page * pageSize + n);
    });
  }

  private forget(page: number) {
    for (const entry of this.pages.get(page) ?? []) {
      this.calls.delete(entry.id);
      if (entry.callId) this.results.delete(entry.callId);
    }
    this.pages.delete(page);
  }

  private forgetFar(middle: number) {
    const far = [...this.pages.keys()].sort((a, b) => Math.abs(b - middle) - Math.abs(a - middle));
    for (const page of far.slice(0, Math.max(0, far.length - mostKept))) this.forget(page);
  }

  private changed() {
    this.version.value = this.version.peek() + 1;
  }
}

function pageOf(n: number): number {
  return Math.floor(n / pageSize);
}
