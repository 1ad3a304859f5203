import { useState } from "preact/hooks";
import { getEntries, type CompareComparison, type Entry } from "../../api/client";
import { useResource } from "../../live/resource";
import { count } from "../../values/amount";
import { Failed, Loading } from "../../parts/states";
import { Text } from "../../parts/text";
import { sessionPath } from "../../shell/route";
import { partsOf } from "../../values/reference";

/** The maximum number of entries read of the common beginning: it only needs to be recognizable, and the sessions contain all of it. */
const mostRead = 2000;

/** The common beginning of both sessions, as a line that expands to its prompts. */
export function Common({ comparison }: { comparison: CompareComparison }) {
  const [open, setOpen] = useState(false);
  const { turns, steps, within } = comparison.common;
  const label = turns === 0 ? `${count(steps, "step")} the same` : turns === 1 ? "1 the same" : `1–${turns} the same`;
  return (
    <div class="common">
      <button type="button" class="same-turns" aria-expanded={open} onClick={() => setOpen(!open)}>
        = {label}
        {within ? `, they part in turn ${within}` : ""} <span aria-hidden="true">{open ? "▾" : "▸"}</span>
      </button>
      {open && <Prompts reference={comparison.left.session} turns={Math.max(turns, within ?? 0)} />}
    </div>
  );
}

/** The prompts of the first turns of a session. */
function Prompts({ reference, turns }: { reference: string; turns: number }) {
  const { value, problem, reload } = useResource(`prompts ${reference} ${turns}`, (signal) => readPrompts(reference, turns, signal));
  if (problem.value) return <Failed problem={problem.value} again={reload} />;
  if (!value.value) return <Loading what="Reading the beginning" />;
  return (
    <ol class="common-prompts">
      {value.value.map((entry) => (
        <li key={entry.id}>
          <a href={`${sessionPath(reference)}#t=${entry.turn}`}>{entry.turn}</a>
          <span>
            <Text of={(entry.text ?? "").split("\n")[0] ?? ""} />
          </span>
        </li>
      ))}
    </ol>
  );
}

async function readPrompts(reference: string, turns: number, signal: AbortSignal): Promise<Entry[]> {
  const found: Entry[] = [];
  for (let from: number | undefined = 0; from !== undefined && from < mostRead;) {
    const page: Awaited<ReturnType<typeof getEntries>> = await getEntries({ ...partsOf(reference), from, limit: 500 }, { signal });
    for (const entry of page.items ?? []) {
      if (entry.turn > turns) return found;
      if (entry.starts) found.push(entry);
    }
    from = page.next;
  }
  return found;
}
