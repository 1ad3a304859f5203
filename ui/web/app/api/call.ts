// Sends requests to the API and reads the answers. client.ts has a function for each route; these functions call the ones here.
import { baseOf, shownMachine } from "./here";
import { key } from "./key";
import { away, Problem, problemOf, unanswered } from "./problem";

export { asProblem, Problem } from "./problem";

const prefix = "/api/v1";

/** The segments of a path between slashes, unescaped. */
export type Path = readonly (string | number)[];

/** The query parameters. Undefined ones are left out. */
export type Query = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

export interface Options {
  /** Aborts the request. It then fails with the signal's reason, not with a Problem. */
  signal?: AbortSignal | undefined;
  /** Names an act, so that the server carries it out only once, however often it is sent. By default, each call is a separate act. */
  once?: string | undefined;
  /** Calls this machine instead of the one whose pages these are. Empty means the server's own machine. */
  machine?: string | undefined;
}

/** Sends a request and returns the JSON of the answer. It throws a Problem if the request fails. */
export function call<T>(method: Method, path: Path, query: Query, body: unknown, options: Options = {}): Promise<T> {
  return send(method, path, query, body, options, json<T>);
}

/** Sends a request and returns the answer, whose body is still to be read. It throws a Problem if the request fails. */
export function fetchBytes(method: Method, path: Path, query: Query, body: unknown, options: Options = {}): Promise<Response> {
  return send(method, path, query, body, options, async (answer) => answer);
}

/** The address of a route on this server: one of its own, or one of another machine behind it. */
export function address(path: Path, query: Query = {}, machine: string = shownMachine): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) {
      parameters.set(name, String(value)); // lists are separated by commas
    }
  }
  const behind = parameters.size > 0 ? `?${parameters}` : "";
  return `${[prefix + baseOf(machine), ...path.map((part) => encodeURIComponent(part))].join("/")}${behind}`;
}

const listeners = new Set<() => void>();

/** Calls a listener whenever the server asks for secrets that this browser does not have. Returns a function that removes the listener. */
export function onRefused(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Sends a request and reads the answer. If the answer to an act is lost, it sends the act once more: the act's name tells the server that it is the same. */
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
    return value as T; // client.ts has the type, from the server's own description
  } catch {
    throw problemOf(answer.status, answer.statusText, text);
  }
}
