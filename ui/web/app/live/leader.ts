import { eventsPath } from "../api/client";
import { fetchBytes } from "../api/call";
import { shownMachine } from "../api/here";
import { access } from "../shell/access";
import { readEvents, type ServerEvent } from "./stream";

/** The lock held by the tab that reads the server's stream of events. */
const lock = `stead-events${shownMachine && ` on ${shownMachine}`}`;

/** How long the stream may be silent, in milliseconds. The server sends a sign of life every 15 seconds; a broken connection may give no sign. */
const mostSilence = 40_000;

/** Receives what the leader reads. */
export interface Telling {
  /** The id of the last event, after which the stream continues. */
  after(): string;
  event(event: ServerEvent): void;
  /** Called when anything has arrived. */
  alive(): void;
  /** Called when the server does not answer, or no longer. */
  lost(): void;
}

/** One tab of a browser reads the stream for all of them: browsers open only six connections to a server, and a stream occupies one. */
export class Leader {
  /** Whether it is this tab. */
  leads = false;

  private queued: AbortController | undefined;
  private reading: AbortController | undefined;

  constructor(private readonly tell: Telling) {}

  /** Reads the stream as soon as no other tab does. */
  async wait(): Promise<void> {
    if (!navigator.locks) return this.lead(new AbortController().signal);
    this.queued = new AbortController();
    return this.hold({ signal: this.queued.signal });
  }

  /** Reads a silent stream again: here, or in place of another tab that the browser has suspended, as browsers do with hidden tabs. */
  revive() {
    if (this.leads) {
      this.reading?.abort();
      return;
    }
    this.queued?.abort();
    void this.hold({ steal: true });
  }

  private async hold(options: LockOptions): Promise<void> {
    const leading = new AbortController();
    try {
      await navigator.locks.request(lock, options, () => this.lead(leading.signal));
    } catch {
      // The wait was aborted, or another tab has taken over.
    }
    leading.abort();
    this.reading?.abort();
    if (!options.signal?.aborted) void this.wait();
  }

  /** Reads the stream again and again, until another tab takes over. */
  private async lead(over: AbortSignal): Promise<void> {
    this.leads = true;
    for (let pause = 250; !over.aborted; pause = Math.min(pause * 2, 5000)) {
      await signedIn();
      if (over.aborted) break;
      try {
        await this.read(() => (pause = 125));
      } catch {
        // Whether the stream ended or broke, it is read again.
      }
      if (over.aborted) break;
      this.tell.lost();
      await new Promise((later) => setTimeout(later, pause));
    }
    this.leads = false;
  }

  private async read(begun: () => void) {
    const reading = new AbortController();
    this.reading = reading;
    let watchdog = setTimeout(() => reading.abort(), mostSilence);
    try {
      const answer = await fetchBytes("GET", eventsPath, { after: this.tell.after() || undefined }, undefined, { signal: reading.signal });
      if (!answer.body) return;
      const alive = () => {
        clearTimeout(watchdog);
        watchdog = setTimeout(() => reading.abort(), mostSilence);
        this.tell.alive();
      };
      for await (const event of readEvents(answer.body, alive)) {
        begun();
        this.tell.event(event);
      }
    } finally {
      clearTimeout(watchdog);
    }
  }
}

function signedIn(): Promise<void> {
  if (access.value === "yes") return Promise.resolve();
  return new Promise((done) => {
    const stop = access.subscribe((now) => {
      if (now !== "yes") return;
      queueMicrotask(() => stop());
      done();
    });
  });
}
