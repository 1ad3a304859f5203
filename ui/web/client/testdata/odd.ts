// Made of the API's OpenAPI document by: go test ./ui/web/client -update
// Changes made by hand are lost.
import { call, fetchBytes, type Options } from "./call";

/** by id */
export type Names = Record<string, string>;

export type Nothing = Record<string, never>;

/** ends /* here * / and not there */
export interface OddThing {
  anything?: unknown[];
  by?: Record<string, number[] | null>;
  empty?: Record<string, never>;
  /** what it ended with */
  "exit-code": number;
  free?: Record<string, unknown>;
  holes?: (number | null)[];
  id: string;
  inner?: {
    /** or not */
    maybe?: boolean | null;
  }[];
  later: string | null;
  level?: 1 | 2 | null;
  next?: OddThing;
  nexts?: OddThing[] | null;
  rows?: number[][];
  state?: "on" | "\"off\"";
  states?: ("a" | "b")[];
  whatever?: unknown;
}

export function findName(
  given: {
    q: string;
  },
  options?: Options,
): Promise<string> {
  return call("GET", ["name"], { q: given.q }, undefined, options);
}

/** List names. */
export function listNames(
  given: {
    q?: string;
    from?: number;
    to?: number;
    all?: boolean;
  } = {},
  options?: Options,
): Promise<Names> {
  return call("GET", ["names"], {
    q: given.q,
    from: given.from,
    to: given.to,
    all: given.all,
  }, undefined, options);
}

export function putNames(body: Names, options?: Options): Promise<Names> {
  return call("POST", ["names"], {}, body, options);
}

export const newsPath = ["news"];

export function getPicture(options?: Options): Promise<Response> {
  return fetchBytes("GET", ["picture"], {}, undefined, options);
}

/**
 * Get it.
 * All of it.
 */
export function getOddThing(
  given: {
    /** which */
    "thing-id": string;
    "a-b"?: string[];
  },
  options?: Options,
): Promise<OddThing> {
  return call("GET", ["things", given["thing-id"]], { "a-b": given["a-b"] }, undefined, options);
}

export function deleteOddThing(
  given: {
    "thing-id": string;
  },
  options?: Options,
): Promise<Nothing> {
  return call("DELETE", ["things", given["thing-id"]], {}, {}, options);
}

/** Talk to it. */
export function talkPath(thingId: string): string[] {
  return ["things", thingId, "talk"];
}
