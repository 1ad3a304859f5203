import type { CompareComparison, CompareSide } from "../../api/client";
import { amount, cost } from "../../values/amount";
import { short } from "../../values/reference";
import { Text } from "../../parts/text";
import { tokensOf } from "../../values/tokens";
import { duration } from "../../values/when";
import { sessionPath } from "../../shell/route";

/** The figures of a whole session. */
const figures: [string, (side: CompareSide) => string][] = [
  ["Model", (s) => s.model ?? ""],
  ["Turns", (s) => s.turns.toLocaleString("en") + (s.alone > 0 && s.alone < s.turns ? `, ${s.alone} of its own` : "")],
  ["Calls", (s) => s.calls.toLocaleString("en")],
  ["Failed", (s) => s.failed.toLocaleString("en")],
  ["Tokens", (s) => amount(tokensOf(s.usage))],
  ["Cost", (s) => cost(s.usage.cost)],
  ["Time", took],
  ["Folder", (s) => s.folder ?? ""],
];

/** The totals of both sessions, below their names. */
export function Sums({ comparison, swap }: { comparison: CompareComparison; swap: () => void }) {
  const { left, right } = comparison;
  return (
    <header class="sums">
      <div class="sums-head">
        <h1>Compare</h1>
        <button type="button" onClick={swap} title="Swap the sides (x)">
          ⇄ Swap
        </button>
      </div>
      <table>
        <thead>
          <tr>
            <td />
            <th scope="col">
              <Side side={left} />
            </th>
            <th scope="col">
              <Side side={right} />
            </th>
          </tr>
        </thead>
        <tbody>
          {figures
            .map(([title, of]) => [title, of(left), of(right)] as const)
            .filter(([, a, b]) => a || b)
            .map(([title, a, b]) => (
              <tr key={title} class={a === b ? "" : "differs"}>
                <th scope="row">{title}</th>
                <td>
                  <Text of={a || "–"} />
                </td>
                <td>
                  <Text of={b || "–"} />
                </td>
              </tr>
            ))}
        </tbody>
      </table>
    </header>
  );
}

function Side({ side }: { side: CompareSide }) {
  return (
    <a href={sessionPath(side.session)}>
      <code>{short(side.session)}</code>
    </a>
  );
}

function took(side: CompareSide): string {
  const time = Date.parse(side.last ?? "") - Date.parse(side.first ?? "");
  return time >= 0 ? duration(time) : "";
}
