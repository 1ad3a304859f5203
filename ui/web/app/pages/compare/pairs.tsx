import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { CompareComparison, ComparePair } from "../../api/client";
import { count } from "../../values/amount";
import { Rows, type RowsHandle } from "../../parts/rows";
import { Text } from "../../parts/text";
import { useCommands } from "../../shell/keys";
import { navigate, restate, route, sessionPath } from "../../shell/route";
import { Common } from "./common";
import { numbers, pairName, rowsOf, type Row } from "./rows";
import { Sums } from "./sums";
import { TurnPair } from "./turn";

/** The rows of a comparison, and the keys for moving through its pairs. */
export function Pairs({ comparison, swap }: { comparison: CompareComparison; swap: () => void }) {
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  const rows = useMemo(() => rowsOf(comparison, opened), [comparison, opened]);
  const handle = useRef<RowsHandle | undefined>(undefined);
  const named = route.value.fragment.get("t");
  const at = rows.findIndex((row) => row.kind === "pair" && pairName(row.pair) === named);
  useEffect(() => {
    if (at >= 0) handle.current?.reveal(at, "top");
  }, []);
  function toggle(first: number) {
    const now = new Set(opened);
    if (!now.delete(first)) now.add(first);
    setOpened(now);
  }
  usePairCommands(comparison, rows, at, handle, swap);
  const draw = (row: Row | undefined) => {
    switch (row?.kind) {
      case "sums":
        return <Sums comparison={comparison} swap={swap} />;
      case "common":
        return <Common comparison={comparison} />;
      case "same":
        return <Same pairs={row.pairs} open={opened.has(row.first)} toggle={() => toggle(row.first)} />;
      case "pair":
        return <TurnPair pair={row.pair} comparison={comparison} chosen={pairName(row.pair) === named} />;
      case "files":
        return <Files comparison={comparison} />;
      default:
        return null;
    }
  };
  return (
    <Rows
      label="Turns of both sessions"
      role="feed"
      count={rows.length}
      keyOf={(n) => keyOf(rows[n])}
      estimate={(n) => heights[rows[n]?.kind ?? "pair"]}
      draw={(n) => draw(rows[n])}
      handle={(h) => (handle.current = h)}
    />
  );
}

/** The estimated heights of rows before they are measured, in pixels. */
const heights = { sums: 330, common: 40, same: 40, pair: 260, files: 120 };

function keyOf(row: Row | undefined): string {
  if (row?.kind === "pair") return `pair ${row.at}`;
  return row?.kind === "same" ? `same ${row.first}` : (row?.kind ?? "");
}

function Same({ pairs, open, toggle }: { pairs: ComparePair[]; open: boolean; toggle: () => void }) {
  return (
    <button type="button" class="same-turns" aria-expanded={open} onClick={toggle}>
      = {numbers(pairs)} the same <span aria-hidden="true">{open ? "▾" : "▸"}</span>
    </button>
  );
}

/** The files that only one session changed, and those that both changed. */
function Files({ comparison }: { comparison: CompareComparison }) {
  const { left, right, both } = comparison.files;
  const parts: [string, string[] | null][] = [
    [`Changed by ${comparison.left.cli} alone, on the left`, left],
    [`Changed by ${comparison.right.cli} alone, on the right`, right],
    ["Changed by both", both],
  ];
  if (parts.every(([, files]) => !files?.length)) return <p class="compare-end meta">No call of either session names a file that it changed.</p>;
  return (
    <div class="compare-end">
      {parts.map(
        ([title, files]) =>
          files &&
          files.length > 0 && (
            <section key={title}>
              <h2>
                {title}: {count(files.length, "file")}
              </h2>
              <ul>
                {files.map((file) => (
                  <li key={file}>
                    <code>
                      <Text of={file} />
                    </code>
                  </li>
                ))}
              </ul>
            </section>
          ),
      )}
    </div>
  );
}

function usePairCommands(comparison: CompareComparison, rows: Row[], at: number, handle: { current: RowsHandle | undefined }, swap: () => void) {
  function go(from: number, by: 1 | -1) {
    for (let n = from; n >= 0 && n < rows.length; n += by) {
      const row = rows[n];
      if (row?.kind !== "pair") continue;
      handle.current?.reveal(n, "top");
      restate(`${location.pathname}${location.search}#t=${pairName(row.pair)}`);
      return;
    }
  }
  const row = rows[at];
  const pair = row?.kind === "pair" ? row.pair : undefined;
  const open = (reference: string, turn: number | undefined) => navigate(sessionPath(reference) + (turn ? `#t=${turn}` : ""));
  useCommands([
    { title: "Next pair of turns", keys: ["j", "ArrowDown", "]"], run: () => go(at < 0 ? firstInView(handle) : at + 1, 1) },
    { title: "Previous pair of turns", keys: ["k", "ArrowUp", "["], run: () => go(at - 1, -1), can: () => at > 0 },
    { title: "First pair", keys: ["g g"], run: () => go(0, 1) },
    { title: "Last pair", keys: ["G"], run: () => go(rows.length - 1, -1) },
    { title: "Half a page on", keys: ["Ctrl+d"], run: () => handle.current?.page(0.5) },
    { title: "Half a page back", keys: ["Ctrl+u"], run: () => handle.current?.page(-0.5) },
    {
      title: "Open the left turn in its session",
      keys: ["Enter", "a"],
      run: () => open(comparison.left.session, pair?.left?.turn),
      can: () => pair?.left !== undefined,
    },
    {
      title: "Open the right turn in its session",
      keys: ["b"],
      run: () => open(comparison.right.session, pair?.right?.turn),
      can: () => pair?.right !== undefined,
    },
    { title: "Swap the sides", keys: ["x"], run: swap },
  ]);
}

function firstInView(handle: { current: RowsHandle | undefined }): number {
  return handle.current?.place().row ?? 0;
}
