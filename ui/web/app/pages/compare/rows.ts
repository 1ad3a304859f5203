import type { CompareComparison, ComparePair } from "../../api/client";

/** A row of a comparison: its sums, the beginning that both have, pairs that are the same, a pair, or the files at the end. */
export type Row =
  | { kind: "sums" }
  | { kind: "common" }
  | { kind: "same"; first: number; pairs: ComparePair[] }
  | { kind: "pair"; at: number; pair: ComparePair }
  | { kind: "files" };

/** Puts a comparison into rows. Pairs that are the same and follow each other are one row, unless that was opened. */
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

/** Names the turns of pairs as the left session counts them, or the right one where the left has none: 12, 12–15. */
export function numbers(pairs: ComparePair[]): string {
  const first = numberOf(pairs[0]);
  const last = numberOf(pairs[pairs.length - 1]);
  return first === last ? String(first) : `${first}–${last}`;
}

/** The number by which an address names a pair: the left turn's, or the right one's with an r before it. */
export function pairName(pair: ComparePair): string {
  return pair.left ? String(pair.left.turn) : `r${pair.right?.turn ?? 0}`;
}

function numberOf(pair: ComparePair | undefined): number {
  return pair?.left?.turn ?? pair?.right?.turn ?? 0;
}
