import { local, restate, route } from "../../shell/route";

/** What the statistics are of, as the address says it. */
export interface Wanted {
  /** The range: 7d, 30d or all. */
  since: string;
  cli: string;
  project: string;
  /** What the sums are told apart by. */
  by: string;
}

/** The ranges that can be chosen, with their names. */
export const ranges = { "7d": "7 days", "30d": "30 days", all: "All" };

/** What sums can be told apart by, with the title of the column. */
export const kinds = { cli: "CLI", model: "Model", project: "Project", tool: "Tool" };

const preset: Wanted = { since: "30d", cli: "", project: "", by: "cli" };

/** Reads the address. */
export function wantedNow(): Wanted {
  const given = route.value.query;
  const since = given.get("since") ?? "";
  const by = given.get("by") ?? "";
  return { since: since in ranges ? since : preset.since, cli: given.get("cli") ?? "", project: given.get("project") ?? "", by: by in kinds ? by : preset.by };
}

/** Changes a part of what is wanted, in the address. */
export function want(part: Partial<Wanted>) {
  const now = { ...wantedNow(), ...part };
  const told = Object.entries(now).filter(([name, value]) => value !== preset[name as keyof Wanted]);
  restate(local("/stats") + (told.length > 0 ? `?${new URLSearchParams(told)}` : ""));
}

/** The parameters of the API's route for what is wanted. */
export function parameters(wanted: Wanted) {
  return { since: wanted.since === "all" ? undefined : wanted.since, cli: wanted.cli || undefined, project: wanted.project || undefined };
}
