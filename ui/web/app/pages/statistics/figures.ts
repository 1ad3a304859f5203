import type { StatsFigures, StatsResult, StatsRow } from "../../api/client";

/** The number of tokens paid for in full: without those from the cache. */
export function tokens(of: StatsFigures): number {
  return of.input + of.output + of.cache_write;
}

/** Figures per day, by CLI. */
export interface Days {
  /** All days from the first to the last, including those on which nothing happened. */
  days: string[];
  clis: string[];
  /** For each CLI, the figures of each day. */
  tokens: number[][];
  costs: number[][];
}

const aDay = 86_400_000;

/** The maximum number of distinct CLIs: there are this many colours. The CLIs with the least tokens are combined. */
const mostSeries = 6;

const others = "others";

/** Sorts rows by day and CLI into columns, the CLI with the most first. It leaves out rows without a day; the tables of totals include them. */
export function daysOf(result: StatsResult): Days {
  const rows = (result.rows ?? []).filter((row) => row.keys?.[0]);
  const known = rows.map((row) => row.keys?.[0] ?? "").sort();
  const days = everyDay(known[0], known[known.length - 1]);
  const at = new Map(days.map((day, n) => [day, n]));
  const clis = greatest(rows);
  const empty = () => clis.map(() => days.map(() => 0));
  const sums = { days, clis, tokens: empty(), costs: empty() };
  for (const row of rows) {
    const cli = clis.indexOf(row.keys?.[1] ?? "");
    add(sums.tokens[cli < 0 ? clis.length - 1 : cli], at.get(row.keys?.[0] ?? ""), tokens(row));
    add(sums.costs[cli < 0 ? clis.length - 1 : cli], at.get(row.keys?.[0] ?? ""), row.cost ?? 0);
  }
  return sums;
}

/** The CLIs that have tokens or costs, the one with the most tokens first. */
function greatest(rows: StatsRow[]): string[] {
  const sums = new Map<string, number>();
  for (const row of rows) {
    const of = tokens(row) + (row.cost ?? 0);
    if (of > 0) sums.set(row.keys?.[1] ?? "", (sums.get(row.keys?.[1] ?? "") ?? 0) + of);
  }
  const clis = [...sums].sort((a, b) => b[1] - a[1]).map(([cli]) => cli);
  return clis.length > mostSeries ? [...clis.slice(0, mostSeries - 1), others] : clis;
}

function add(to: number[] | undefined, day: number | undefined, figure: number) {
  if (to && day !== undefined) to[day] = (to[day] ?? 0) + figure;
}

function everyDay(first: string | undefined, last: string | undefined): string[] {
  const days: string[] = [];
  for (let at = Date.parse(first ?? ""); at <= Date.parse(last ?? ""); at += aDay) days.push(new Date(at).toISOString().slice(0, 10));
  return days;
}
