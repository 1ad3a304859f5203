import { signal } from "@preact/signals";
import type { EventsEvent } from "../api/client";
import { shownMachine } from "../api/here";
import { Leader } from "./leader";

/** Something that has changed: a session, run, contest, chain or draft, or another machine that came or went. "reset" means that anything may have changed. */
export interface Change {
  topic: "session" | "run" | "contest" | "chain" | "draft" | "machine" | "reset";
  /** The object: a session's reference, an id, or a machine's name. It is empty for a reset. */
  ref: string;
  state?: string;
}

/** The time since which the server has not answered. Undefined while it answers. */
export const awaySince = signal<Date | undefined>(undefined);

type Listener = (change: Change) => void;
const listeners = new Set<Listener>();

/** Calls a listener with each change, until the returned function is called. */
export function onChange(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

// The tab that reads the server's stream forwards it to the others.
const channel = new BroadcastChannel(`stead${shownMachine && ` on ${shownMachine}`}`);
type Message = { kind: "change"; id: string; change: Change } | { kind: "connection"; away: number | null } | { kind: "hello" };

/** The id of the last event. Another tab continues from there when the reading tab is closed. */
let last = "";

/** When this tab last heard of the stream. */
let heard = Date.now();

/** How long a visible tab hears nothing before it reads the stream itself, and how long a tab that has just become visible, in milliseconds. */
const mostSilence = 45_000;
const mostSilenceAfterSleep = 20_000;

/** How long the server may not answer before the pages report it, in milliseconds: a broken connection mostly comes back immediately. */
const patience = 1500;
let losing: ReturnType<typeof setTimeout> | undefined;

const leader = new Leader({
  after: () => last,
  alive: () => connected(null),
  lost: () => connected(awaySince.value?.getTime() ?? Date.now()),
  event({ id, type, data }) {
    const about = JSON.parse(data || "{}") as EventsEvent;
    // Whatever was read before the stream began may be out of date, because no event has reported the changes in between.
    const topic = type === "ready" ? "reset" : (type as Change["topic"]);
    const change: Change = { topic, ref: about.ref ?? "", state: about.state };
    tell(id, change);
    channel.postMessage({ kind: "change", id, change } satisfies Message);
  },
});

/** Follows changes for as long as the page is open. */
export function follow() {
  channel.onmessage = ({ data }: MessageEvent<Message>) => take(data);
  channel.postMessage({ kind: "hello" } satisfies Message);
  void leader.wait();
  setInterval(() => reviveAfter(mostSilence), 15_000);
  document.addEventListener("visibilitychange", () => reviveAfter(mostSilenceAfterSleep));
  addEventListener("online", () => reviveAfter(0));
}

function reviveAfter(silence: number) {
  if (document.hidden || Date.now() - heard <= silence) return;
  heard = Date.now();
  leader.revive();
}

function take(message: Message) {
  heard = Date.now();
  switch (message.kind) {
    case "change":
      tell(message.id, message.change);
      break;
    case "connection":
      connection(message.away);
      break;
    case "hello":
      if (leader.leads) connected(awaySince.value?.getTime() ?? null);
  }
}

function tell(id: string, change: Change) {
  if (id) last = id;
  for (const listener of listeners) listener(change);
}

/** Records whether the server answers, and tells the other tabs. */
function connected(away: number | null) {
  heard = Date.now();
  connection(away);
  channel.postMessage({ kind: "connection", away } satisfies Message);
}

function connection(away: number | null) {
  if (away === null) {
    clearTimeout(losing);
    losing = undefined;
    awaySince.value = undefined;
  } else if (!awaySince.value && losing === undefined) {
    losing = setTimeout(() => {
      losing = undefined;
      awaySince.value = new Date(away);
    }, patience);
  }
}
