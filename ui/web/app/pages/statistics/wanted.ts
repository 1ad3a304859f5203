import { local, restate, route } from "../../shell/route";

/** The query for statistics in the address. */
export interface Wanted {
  /** The range: 7d, 30d or all. */
  since: string;
  cli: string;
  project: string;
  /** The dimension of the breakdown. */
  by: string;
}

/** The available ranges, with their names. */
export const ranges = { "7d": "7 days", "30d": "30 days", all: "All" };

/** The available dimensions, with the titles of their columns. */
export const kinds = { cli: "CLI", model: "Model", project: "Project", tool: "Tool" };

const preset: Wanted = { since: "30d", cli: "", project: "", by: "cli" };

/** Reads the address. */
export function wantedNow(): Wanted {
  const given = route.value.query;
  const since = given.get("since") ?? "";
  const by = given.get("by") ?? "";
  return { since: since in ranges ? since : preset.since, cli: given.get("cli") ?? "", project: given.get("project") ?? "", by: by in kinds ? by : preset.by };
}

/** Changes a part of the query in the address. */
export function want(part: Partial<Wanted>) {
  const now = { ...wantedNow(), ...part };
  const told = Object.entries(now).filter(([name, value]) => value !== preset[name as keyof Wanted]);
  restate(local("/stats") + (told.length > 0 ? `?${new URLSearchParams(told)}` : ""));
}

/** The parameters of the API's route for the query. */
export function parameters(wanted: Wanted) {
  return { since: wanted.since === "all" ? undefined : wanted.since, cli: wanted.cli || undefined, project: wanted.project || undefined };
}
