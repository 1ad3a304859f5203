import { useMemo, useState } from "preact/hooks";
import { getStatistics, type StatsResult } from "../../api/client";
import { useFresh } from "../../live/fresh";
import { useResource } from "../../live/resource";
import { amount, cost } from "../../values/amount";
import { Empty, Failed, Loading } from "../../parts/states";
import { Text } from "../../parts/text";
import { useCommands } from "../../shell/keys";
import { Breakdown } from "./breakdown";
import { Daily } from "./daily";
import { daysOf, tokens } from "./figures";
import { kinds, parameters, ranges, want, wantedNow, type Wanted } from "./wanted";
import { ChooseCLI } from "../../parts/choose_cli";

/** Tokens, costs, turns and calls: in total, per day, and by CLI, model, project or tool. */
export function Statistics() {
  const wanted = wantedNow();
  const [asTable, setAsTable] = useState(false);
  useCommands([
    { title: "Charts or their tables", keys: ["T"], run: () => setAsTable(!asTable) },
    { title: "Next range", keys: ["r"], run: () => want({ since: after(Object.keys(ranges), wanted.since) }) },
    { title: "Tell apart by the next kind", keys: ["b"], run: () => want({ by: after(Object.keys(kinds), wanted.by) }) },
  ]);
  return (
    <div class="page statistics">
      <header class="board-head">
        <h1>Statistics</h1>
        <button type="button" aria-pressed={asTable} onClick={() => setAsTable(!asTable)} title="Charts or their tables (T)">
          Tables
        </button>
      </header>
      <Choices wanted={wanted} />
      <Figures key={JSON.stringify(parameters(wanted))} wanted={wanted} asTable={asTable} />
    </div>
  );
}

function after(all: string[], one: string): string {
  return all[(all.indexOf(one) + 1) % all.length] ?? one;
}

/** The choices of the query for statistics. */
function Choices({ wanted }: { wanted: Wanted }) {
  return (
    <form class="filter" onSubmit={(event) => event.preventDefault()}>
      <div class="buttons" role="group" aria-label="Range">
        {Object.entries(ranges).map(([since, title]) => (
          <button type="button" key={since} aria-pressed={wanted.since === since} onClick={() => want({ since })}>
            {title}
          </button>
        ))}
      </div>
      <ChooseCLI value={wanted.cli} choose={(cli) => want({ cli })} />
      <input
        type="search"
        placeholder="Project"
        aria-label="Project: a folder with all below it, or the name of one"
        value={wanted.project}
        onChange={(event) => want({ project: event.currentTarget.value.trim() })}
      />
    </form>
  );
}

function Figures({ wanted, asTable }: { wanted: Wanted; asTable: boolean }) {
  const resource = useResource<StatsResult>(`statistics of days ${JSON.stringify(parameters(wanted))}`, (signal) =>
    getStatistics({ by: ["day", "cli"], ...parameters(wanted) }, { signal }),
  );
  const { value, problem, reload } = resource;
  useFresh(resource);
  const result = value.value;
  const days = useMemo(() => (result ? daysOf(result) : undefined), [result]);
  if (!result || !days) return problem.value ? <Failed problem={problem.value} again={reload} /> : <Loading what="Summing up" />;
  if ((result.rows ?? []).length === 0) {
    return (
      <Empty title="Nothing to sum up">
        <p>
          No session of {wanted.cli || "any CLI"} has turns in this range{wanted.project && ` and in the project ${wanted.project}`}. Choose a longer one, or
          another CLI.
        </p>
      </Empty>
    );
  }
  return (
    <>
      {problem.value && <Failed problem={problem.value} again={reload} />}
      <Totals result={result} />
      {days.clis.length > 0 && <Daily days={days} asTable={asTable} />}
      <Breakdown wanted={wanted} />
    </>
  );
}

/** The totals. An unknown cost is not shown as zero. */
function Totals({ result }: { result: StatsResult }) {
  const { total } = result;
  const unpriced = result.unpriced_models ?? [];
  const figures: [string, string][] = [
    ["Tokens", amount(tokens(total))],
    ["From the cache", amount(total.cache_read)],
    ["Cost", cost(total.cost) || "not known"],
    ["Turns", (total.turns ?? 0).toLocaleString("en")],
    ["Calls", (total.calls ?? 0).toLocaleString("en")],
    ["Failed calls", (total.failures ?? 0).toLocaleString("en")],
    ["Sessions", total.sessions.toLocaleString("en")],
  ];
  return (
    <>
      <dl class="totals">
        {figures.map(([title, figure]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{figure}</dd>
          </div>
        ))}
      </dl>
      {unpriced.length > 0 && (
        <p class="page-meta meta">
          The cost is without{" "}
          {unpriced.map((model, n) => (
            <span key={model}>
              {n > 0 && ", "}
              <Text of={model || "models without a name"} />
            </span>
          ))}
          : stead knows no price of {unpriced.length === 1 ? "it" : "them"}.
        </p>
      )}
    </>
  );
}
