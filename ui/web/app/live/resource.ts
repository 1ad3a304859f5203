import { useEffect } from "preact/hooks";
import { signal, type Signal } from "@preact/signals";
import { asProblem, type Problem } from "../api/call";
import { onChange, type Change } from "./events";

/** A value from the server that is read again when it changes there. */
export interface Resource<T> {
  /** The value that was last read. It stays if a later reading fails. */
  value: Signal<T | undefined>;
  /** The reason why the last reading failed. */
  problem: Signal<Problem | undefined>;
  /** Reads it again. */
  reload(): void;
}

interface Kept extends Resource<unknown> {
  load: (signal: AbortSignal) => Promise<unknown>;
  concerns: (change: Change) => boolean;
  users: number;
  stale: boolean;
  reading?: AbortController;
  timer?: ReturnType<typeof setTimeout>;
}

/** How many values are kept that no page shows, so that going back shows a page immediately. */
const mostKept = 60;

/** How long changes are collected before a value is read again, in milliseconds. */
const pause = 60;

const kept = new Map<string, Kept>();

/**
 * Returns a value from the server for a component.
 * @param name identifies the value: the same name is the same value
 * @param load reads it
 * @param concerns reports whether a change affects this value
 */
export function useResource<T>(name: string, load: (signal: AbortSignal) => Promise<T>, concerns: (change: Change) => boolean = () => false): Resource<T> {
  const resource = keep(name, load, concerns);
  useEffect(() => {
    resource.users++;
    if (resource.stale || resource.value.value === undefined) read(resource);
    return () => {
      resource.users--;
      forgetOldest();
    };
  }, [resource]);
  return resource as unknown as Resource<T>;
}

function keep(name: string, load: Kept["load"], concerns: Kept["concerns"]): Kept {
  let resource = kept.get(name);
  if (resource) {
    kept.delete(name); // it becomes the newest
  } else {
    const made: Kept = { value: signal(undefined), problem: signal(undefined), users: 0, stale: true, reload: () => read(made), load, concerns };
    resource = made;
  }
  resource.load = load;
  resource.concerns = concerns;
  kept.set(name, resource);
  return resource;
}

function forgetOldest() {
  for (const [name, resource] of kept) {
    if (kept.size <= mostKept) return;
    if (resource.users === 0) kept.delete(name);
  }
}

async function read(resource: Kept) {
  resource.reading?.abort();
  const reading = new AbortController();
  resource.reading = reading;
  resource.stale = false;
  try {
    const value = await resource.load(reading.signal);
    if (reading.signal.aborted) return;
    resource.value.value = value;
    resource.problem.value = undefined;
  } catch (error) {
    if (reading.signal.aborted) return;
    resource.stale = true;
    resource.problem.value = asProblem(error);
  }
}

// Hidden pages read nothing: they read what has changed when they become visible again.
onChange((change) => {
  for (const resource of kept.values()) {
    if (change.topic === "reset" || resource.concerns(change)) outdate(resource);
  }
});
document.addEventListener("visibilitychange", () => {
  for (const resource of kept.values()) if (resource.stale) outdate(resource);
});

function outdate(resource: Kept) {
  resource.stale = true;
  if (resource.users === 0 || document.hidden || resource.timer !== undefined) return;
  resource.timer = setTimeout(() => {
    resource.timer = undefined;
    if (resource.stale && !document.hidden) void read(resource);
  }, pause);
}
