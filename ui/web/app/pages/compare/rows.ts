import type { CompareComparison, ComparePair } from "../../api/client";

/** A row of a comparison: its totals, the common beginning, equal pairs, a pair, or the files at the end. */
export type Row =
  | { kind: "sums" }
  | { kind: "common" }
  | { kind: "same"; first: number; pairs: ComparePair[] }
  | { kind: "pair"; at: number; pair: ComparePair }
  | { kind: "files" };

/** Converts a comparison to rows. Consecutive equal pairs form one row, unless that row was opened. */
export function rowsOf(comparison: CompareComparison, opened: ReadonlySet<number>): Row[] {
  const rows: Row[] = [{ kind: "sums" }];
  if (comparison.common.turns > 0 || comparison.common.steps > 0) rows.push({ kind: "common" });
  let same: Extract<Row, { kind: "same" }> | undefined;
  (comparison.turns ?? []).forEach((pair, at) => {
    if (!pair.same) {
      same = undefined;
      rows.push({ kind: "pair", at, pair });
      return;
    }
    if (same) {
      same.pairs.push(pair);
    } else {
      same = { kind: "same", first: at, pairs: [pair] };
      rows.push(same);
    }
    if (opened.has(same.first)) rows.push({ kind: "pair", at, pair });
  });
  return [...rows, { kind: "files" }];
}

/** Names the turns of pairs by the numbers of the left session, or of the right one if the left has none: 12, 12–15. */
export function numbers(pairs: ComparePair[]): string {
  const first = numberOf(pairs[0]);
  const last = numberOf(pairs[pairs.length - 1]);
  return first === last ? String(first) : `${first}–${last}`;
}

/** The name of a pair in an address: the number of the left turn, or that of the right one after an r. */
export function pairName(pair: ComparePair): string {
  return pair.left ? String(pair.left.turn) : `r${pair.right?.turn ?? 0}`;
}

function numberOf(pair: ComparePair | undefined): number {
  return pair?.left?.turn ?? pair?.right?.turn ?? 0;
}
