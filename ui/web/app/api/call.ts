// Sends requests to the API and reads the answers. client.ts has a function for each route, which calls these.
import { baseOf, shownMachine } from "./here";
import { key } from "./key";
import { away, Problem, problemOf, unanswered } from "./problem";

export { asProblem, Problem } from "./problem";

const prefix = "/api/v1";

/** The parts of a path between slashes, as they are. */
export type Path = readonly (string | number)[];

/** The parameters behind a path. What is undefined is left out. */
export type Query = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

export interface Options {
  /** Calls the request off. It then fails with the signal's reason, not with a Problem. */
  signal?: AbortSignal | undefined;
  /** Names an act, so that it is done once however often it is sent. By default each call is an act of its own. */
  once?: string | undefined;
  /** Calls this machine instead of the one whose pages these are. Empty is the server's own. */
  machine?: string | undefined;
}

/** Sends a request and returns the JSON of the answer. What fails is a Problem. */
export function call<T>(method: Method, path: Path, query: Query, body: unknown, options: Options = {}): Promise<T> {
  return send(method, path, query, body, options, json<T>);
}

/** Sends a request and returns the answer, whose bytes are still to be read. What fails is a Problem. */
export function fetchBytes(method: Method, path: Path, query: Query, body: unknown, options: Options = {}): Promise<Response> {
  return send(method, path, query, body, options, async (answer) => answer);
}

/** The address of a route on this server: of its own, or of a machine's behind it. */
export function address(path: Path, query: Query = {}, machine: string = shownMachine): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) {
      parameters.set(name, String(value)); // lists have commas
    }
  }
  const behind = parameters.size > 0 ? `?${parameters}` : "";
  return `${[prefix + baseOf(machine), ...path.map((part) => encodeURIComponent(part))].join("/")}${behind}`;
}

const listeners = new Set<() => void>();

/** Has a listener told whenever the server wants the secrets that this browser does not have. Returns what ends that. */
export function onRefused(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Sends a request and has the answer read. An act whose answer is lost is sent once more: by its name the server knows that it is the same. */
async function send<T>(
  method: Method,
  path: Path,
  query: Query,
  body: unknown,
  options: Options,
  read: (answer: Response) => Promise<T>,
): Promise<T> {
  const request = requestOf(method, body, options);
  const attempt = () => exchange(address(path, query, options.machine), request, read);
  try {
    return await attempt();
  } catch (error) {
    if (method === "GET" || !(error instanceof Problem) || error.type !== away) {
      throw error;
    }
    return attempt();
  }
}

function requestOf(method: Method, body: unknown, options: Options): RequestInit {
  const headers = new Headers();
  const secret = key();
  if (secret !== null) {
    headers.set("Stead-Key", secret);
  }
  const request: RequestInit = { method, headers, credentials: "same-origin", signal: options.signal ?? null };
  if (method !== "GET") {
    headers.set("Content-Type", "application/json");
    headers.set("Idempotency-Key", options.once ?? crypto.randomUUID());
    request.body = JSON.stringify(body);
  }
  return request;
}

/** Sends a request once. */
async function exchange<T>(to: string, request: RequestInit, read: (answer: Response) => Promise<T>): Promise<T> {
  try {
    const answer = await fetch(to, request);
    if (!answer.ok) {
      throw problemOf(answer.status, answer.statusText, await answer.text());
    }
    return await read(answer);
  } catch (error) {
    if (error instanceof Problem && error.status === 401) {
      listeners.forEach((listener) => listener());
    }
    if (error instanceof Problem || request.signal?.aborted) {
      throw error;
    }
    throw unanswered(error);
  }
}

async function json<T>(answer: Response): Promise<T> {
  const text = await answer.text();
  try {
    const value: unknown = JSON.parse(text);
    return value as T; // client.ts names the type by the server's own description
  } catch {
    throw problemOf(answer.status, answer.statusText, text);
  }
}
