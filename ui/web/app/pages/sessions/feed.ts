import { signal } from "@preact/signals";
import { listSessions, type Elsewhere, type Session } from "../../api/client";
import { asProblem, type Problem } from "../../api/call";
import { stillFor } from "../../live/calm";
import { onChange } from "../../live/events";

/** The query for sessions. */
export interface Wanted {
  q: string;
  cli: string;
  state: string;
}

/** The number of sessions per request, and the maximum number that is read again after a change. */
const pageSize = 200;
const mostRefreshed = 1000;

/**
 * The displayed list of sessions. Changes within a row appear immediately. Rows that are new or move wait until the user has been idle for two seconds, so that
 * no row moves away under the pointer.
 */
export class SessionFeed {
  readonly items = signal<Session[]>([]);
  readonly total = signal<number | undefined>(undefined);
  readonly warnings = signal<string[]>([]);
  /** The user's other machines. */
  readonly machines = signal<Elsewhere[]>([]);
  readonly problem = signal<Problem | undefined>(undefined);
  /** The number of sessions that are new, or have moved, and wait to be shown. */
  readonly waiting = signal(0);

  private next = "";
  private order: Session[] | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private reading: AbortController | undefined;
  private ended = false;

  constructor(private readonly wanted: Wanted) {
    void this.refresh();
  }

  /** Follows the events until the returned function is called. */
  follow(): () => void {
    const stop = onChange(({ topic }) => {
      if (topic === "session" || topic === "run" || topic === "machine" || topic === "reset") this.later(100);
    });
    const seen = () => this.later(0);
    document.addEventListener("visibilitychange", seen);
    return () => {
      this.ended = true;
      stop();
      document.removeEventListener("visibilitychange", seen);
      clearTimeout(this.timer);
      this.reading?.abort();
    };
  }

  /** Shows what waits. */
  show() {
    if (!this.order) return;
    this.items.value = this.order;
    this.order = undefined;
    this.waiting.value = 0;
  }

  /** Reads the next page, if there is one. */
  async more() {
    if (!this.next || this.reading) return;
    await this.read(async (signal) => {
      const page = await listSessions({ ...this.query(), limit: pageSize, after: this.next }, { signal });
      const known = new Set(this.items.value.map((s) => s.reference));
      this.items.value = [...this.items.value, ...(page.items ?? []).filter((s) => !known.has(s.reference))];
      this.next = page.next ?? "";
    });
  }

  private query() {
    return { q: this.wanted.q || undefined, cli: this.wanted.cli || undefined, state: (this.wanted.state || undefined) as "working" | undefined };
  }

  private later(pause: number) {
    if (document.hidden || this.ended || this.timer !== undefined) return;
    this.timer = setTimeout(() => {
      this.timer = undefined;
      void this.refresh();
    }, pause);
  }

  /** Reads the displayed part again. */
  async refresh() {
    this.reading?.abort();
    this.reading = undefined;
    await this.read(async (signal) => {
      const limit = Math.min(Math.max(this.items.value.length, pageSize), mostRefreshed);
      const page = await listSessions({ ...this.query(), limit }, { signal });
      this.total.value = page.total;
      this.warnings.value = page.warnings ?? [];
      this.machines.value = page.machines ?? [];
      const rest = this.items.value.slice(limit);
      if (rest.length === 0) this.next = page.next ?? "";
      const refs = new Set((page.items ?? []).map((s) => s.reference));
      this.take([...(page.items ?? []), ...rest.filter((s) => !refs.has(s.reference))]);
    });
  }

  private async read(work: (signal: AbortSignal) => Promise<void>) {
    const reading = new AbortController();
    this.reading = reading;
    try {
      await work(reading.signal);
      this.problem.value = undefined;
    } catch (error) {
      if (!reading.signal.aborted) this.problem.value = asProblem(error);
    } finally {
      if (this.reading === reading) this.reading = undefined;
    }
  }

  /** Shows another state of the list, or holds back what would move rows until the user is idle. */
  private take(fresh: Session[]) {
    const shown = this.items.value;
    this.order = fresh;
    if (stillFor() === 0 || !moves(shown, fresh)) {
      this.show();
      return;
    }
    const now = new Map(fresh.map((s) => [s.reference, s]));
    this.items.value = shown.map((s) => inPlace(s, now.get(s.reference)));
    const known = new Set(shown.map((s) => s.reference));
    this.waiting.value = fresh.filter((s) => !known.has(s.reference)).length || 1;
    this.later(stillFor() + 1);
  }
}

/** Whether a row would be inserted before a displayed one, disappear, or change its group. */
function moves(shown: Session[], fresh: Session[]): boolean {
  return shown.some((s, n) => s.reference !== fresh[n]?.reference || isIdle(s) !== isIdle(fresh[n]));
}

/** The current state of a session, in the group in which it is displayed. */
function inPlace(shown: Session, now: Session | undefined): Session {
  return now && isIdle(now) === isIdle(shown) ? now : { ...shown, ...now, state: shown.state };
}

function isIdle(session: Session): boolean {
  return session.state === "idle";
}
