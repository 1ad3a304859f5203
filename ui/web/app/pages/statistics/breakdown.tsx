import { getStatistics, type StatsFigures, type StatsResult, type StatsRow } from "../../api/client";
import { useFresh } from "../../live/fresh";
import { useResource } from "../../live/resource";
import { amount, cost, lastPart } from "../../values/amount";
import { Failed, Loading } from "../../parts/states";
import { Text } from "../../parts/text";
import { visible } from "../../values/visible";
import { tokens } from "./figures";
import { kinds, parameters, want, type Wanted } from "./wanted";

/** The maximum number of rows: there can be many projects and models, and the largest come first. */
const mostRows = 100;

/** The totals by CLI, model, project or tool. */
export function Breakdown({ wanted }: { wanted: Wanted }) {
  return (
    <section class="breakdown" aria-label="Sums">
      <div class="buttons" role="group" aria-label="Tell apart by">
        {Object.entries(kinds).map(([by, title]) => (
          <button type="button" key={by} aria-pressed={wanted.by === by} onClick={() => want({ by })}>
            {title}
          </button>
        ))}
      </div>
      <Sums key={JSON.stringify(wanted)} wanted={wanted} />
    </section>
  );
}

function Sums({ wanted }: { wanted: Wanted }) {
  const resource = useResource<StatsResult>(`statistics ${JSON.stringify(wanted)}`, (signal) =>
    getStatistics({ by: [wanted.by], ...parameters(wanted) }, { signal }),
  );
  const { value, problem, reload } = resource;
  useFresh(resource);
  if (!value.value) return problem.value ? <Failed problem={problem.value} again={reload} /> : <Loading what="Summing up" />;
  const columns = wanted.by === "tool" ? ofTools : ofModels;
  const weigh = columns[0]?.of ?? tokens;
  const rows = [...(value.value.rows ?? [])].sort((a, b) => (weigh(b) ?? 0) - (weigh(a) ?? 0));
  const most = Math.max(...rows.map((row) => weigh(row) ?? 0), 1);
  return (
    <div class="table-room" tabIndex={0} role="group" aria-label={`Sums by ${wanted.by}`}>
      <table>
        <thead>
          <tr>
            <th scope="col">{kinds[wanted.by as keyof typeof kinds]}</th>
            <th scope="col" aria-hidden="true" />
            {columns.map((column) => (
              <th scope="col" class="number" key={column.title}>
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, mostRows).map((row) => (
            <SumRow key={row.keys?.[0]} row={row} by={wanted.by} columns={columns} share={(weigh(row) ?? 0) / most} />
          ))}
        </tbody>
      </table>
      {rows.length > mostRows && <p class="meta">{rows.length - mostRows} more with less.</p>}
    </div>
  );
}

function SumRow({ row, by, columns, share }: { row: StatsRow; by: string; columns: Column[]; share: number }) {
  const name = row.keys?.[0] ?? "";
  return (
    <tr>
      <th scope="row" title={visible(name)}>
        <Text of={(by === "project" ? lastPart(name) : name) || "(unknown)"} />
      </th>
      <td class="share" aria-hidden="true">
        {share > 0 && <span style={{ width: `${Math.round(share * 100)}%` }} />}
      </td>
      {columns.map((column) => (
        <td class="number" key={column.title}>
          {column.write(column.of(row))}
        </td>
      ))}
    </tr>
  );
}

interface Column {
  title: string;
  of: (figures: StatsFigures) => number | undefined;
  write: (figure: number | undefined) => string;
}

const plain = (n: number | undefined) => (n === undefined ? "–" : n.toLocaleString("en"));
const short = (n: number | undefined) => (n === undefined ? "–" : amount(n));

const ofModels: Column[] = [
  { title: "Tokens", of: tokens, write: short },
  { title: "From the cache", of: (f) => f.cache_read, write: short },
  { title: "Cost", of: (f) => f.cost ?? undefined, write: (n) => cost(n) || "–" },
  { title: "Turns", of: (f) => f.turns, write: plain },
  { title: "Calls", of: (f) => f.calls, write: plain },
  { title: "Failed", of: (f) => f.failures, write: plain },
  { title: "Sessions", of: (f) => f.sessions, write: plain },
];

const ofTools: Column[] = [
  { title: "Calls", of: (f) => f.calls, write: plain },
  { title: "Failed", of: (f) => f.failures, write: plain },
  { title: "Sessions", of: (f) => f.sessions, write: plain },
];
