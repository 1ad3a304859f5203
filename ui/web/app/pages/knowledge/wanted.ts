import { local, restate, route } from "../../shell/route";

/** The kinds of findings, with their names. The empty one means all. */
export const kinds = { "": "All", decision: "Decisions", error_solution: "Errors and cures", skill_learning: "Corrections", pattern: "Patterns" };

export type Kind = keyof typeof kinds;

/** The findings that the address asks for. */
export interface Wanted {
  kind: Kind;
  q: string;
  project: string;
}

/** Reads the address. */
export function wantedNow(): Wanted {
  const given = route.value.query;
  const kind = given.get("kind") ?? "";
  return { kind: kind in kinds ? (kind as Kind) : "", q: given.get("q") ?? "", project: given.get("project") ?? "" };
}

/** Changes a part of the query in the address. */
export function want(part: Partial<Wanted>) {
  const told = Object.entries({ ...wantedNow(), ...part }).filter(([, value]) => value !== "");
  restate(local("/knowledge") + (told.length > 0 ? `?${new URLSearchParams(told)}` : ""));
}
