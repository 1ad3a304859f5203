import { lazy } from "../../parts/lazy";
import { amount, cost } from "../../values/amount";
import type { ChartProps } from "./chart";
import type { Days } from "./figures";

const Chart = lazy<typeof import("./chart"), ChartProps>(
  () => import("./chart"),
  (m) => m.Chart,
);

/** Tokens and costs per day, as charts or as a table. While charts are displayed, screen readers find the table. */
export function Daily({ days, asTable }: { days: Days; asTable: boolean }) {
  const hasCosts = days.costs.some((of) => of.some((c) => c > 0));
  return (
    <>
      {!asTable && (
        <>
          <Legend clis={days.clis} />
          <div class="charts">
            <figure>
              <figcaption>Tokens a day, without what the cache had</figcaption>
              <Chart days={days.days} names={days.clis} series={days.tokens} write={amount} />
            </figure>
            {hasCosts && (
              <figure>
                <figcaption>Cost a day, as far as prices are known</figcaption>
                <Chart days={days.days} names={days.clis} series={days.costs} write={dollars} />
              </figure>
            )}
          </div>
        </>
      )}
      <div class={asTable ? "table-room" : "unseen"} tabIndex={asTable ? 0 : undefined} role="group" aria-label="Figures of days">
        <DayTable days={days} />
      </div>
    </>
  );
}

function dollars(n: number): string {
  return Number.isInteger(n) ? `$${n}` : `$${n.toFixed(2)}`;
}

/** The legend of the colours. */
function Legend({ clis }: { clis: string[] }) {
  return (
    <ul class="legend" aria-hidden="true">
      {clis.map((cli, n) => (
        <li key={cli}>
          <span class={`series series-${n + 1}`} /> {cli}
        </li>
      ))}
    </ul>
  );
}

/** The newest day first, without days on which nothing happened. */
function DayTable({ days }: { days: Days }) {
  const rows = days.days.map((day, n) => ({ day, n })).filter(({ n }) => days.tokens.some((of) => of[n]) || days.costs.some((of) => of[n]));
  return (
    <table>
      <caption class="unseen">Tokens and costs a day</caption>
      <thead>
        <tr>
          <th scope="col">Day (UTC)</th>
          {days.clis.map((cli) => (
            <th scope="col" class="number" key={cli}>
              {cli}
            </th>
          ))}
          <th scope="col" class="number">
            Tokens
          </th>
          <th scope="col" class="number">
            Cost
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.reverse().map(({ day, n }) => (
          <tr key={day}>
            <th scope="row">{day}</th>
            {days.tokens.map((of, cli) => (
              <td class="number" key={days.clis[cli]}>
                {of[n] ? amount(of[n]) : "–"}
              </td>
            ))}
            <td class="number">{amount(sum(days.tokens, n))}</td>
            <td class="number">{cost(sum(days.costs, n)) || "–"}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function sum(series: number[][], at: number): number {
  return series.reduce((all, of) => all + (of[at] ?? 0), 0);
}
