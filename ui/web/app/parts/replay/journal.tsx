import { useEffect, useMemo, useReducer, useRef } from "preact/hooks";
import { getJournal, type Entry, type Replay, type Run } from "../../api/client";
import { asProblem, type Problem } from "../../api/call";
import { Rows, type RowsHandle } from "../rows";
import { Failed, Loading } from "../states";
import { Text } from "../text";
import { clock } from "./bar";
import type { Player } from "./player";

/** The journal of a run beside its terminal: the entry at the current time is marked and in view, and a click on an entry seeks to it. */
export function PlayedJournal({ run, player, replay }: { run: Run; player: Player; replay: Replay }) {
  const [, redraw] = useReducer((n: number, _: void) => n + 1, 0);
  const journal = useMemo(() => new Journal(run, replay, () => redraw()), [run.id, replay]);
  const handle = useRef<RowsHandle | undefined>(undefined);
  useEffect(() => journal.need(0), [journal]);
  const at = journal.entryAt(player.position.value);
  useEffect(() => {
    if (at < 0) return;
    journal.need(at);
    handle.current?.reveal(at);
  }, [at, journal.total === undefined]);
  if (journal.problem) return <Failed problem={journal.problem} again={() => journal.need(Math.max(at, 0))} />;
  if (journal.total === undefined) return <Loading what="Reading the journal" />;
  if (journal.total === 0) return <p class="state dim">The journal is empty.</p>;
  return (
    <Rows
      class="played"
      label="Journal of the run"
      count={journal.total}
      estimate={() => 48}
      keyOf={(n) => n}
      isFilled={(n) => journal.entry(n) !== undefined}
      draw={(n) => <Played entry={journal.entry(n)} ms={journal.timeOf(n)} now={n === at} seek={(ms) => player.seek(ms)} />}
      onView={(first, last) => {
        journal.need(first);
        journal.need(last);
      }}
      handle={(h) => (handle.current = h)}
    />
  );
}

function Played({ entry, ms, now, seek }: { entry: Entry | undefined; ms: number; now: boolean; seek: (ms: number) => void }) {
  if (!entry) return null;
  return (
    <button type="button" class={"played-entry " + entry.type} aria-current={now ? "true" : undefined} onClick={() => seek(ms)}>
      <span class="meta">
        {clock(ms)} {speakers[entry.type]}
      </span>
      <span class="run-line">
        <Text of={(entry.line ?? entry.error ?? entry.text ?? entry.output ?? entry.thinking ?? "").slice(0, 200)} />
      </span>
    </button>
  );
}

const speakers: Record<Entry["type"], string> = { user: "You", assistant: "Answer", tool_call: "Call", tool_result: "Result", system: "System" };

const pageSize = 100;

/** The maximum number of pages that are kept. */
const mostPages = 30;

/** The entries of a journal. It reads and keeps only pages around those in view. */
class Journal {
  /** The number of entries. Undefined until a page has been read. */
  total: number | undefined;
  /** The reason why the last page could not be read. */
  problem: Problem | undefined;
  private readonly pages = new Map<number, Entry[] | undefined>();

  constructor(
    private readonly run: Run,
    private readonly replay: Replay,
    private readonly changed: () => void,
  ) {}

  entry(n: number): Entry | undefined {
    return this.pages.get(Math.floor(n / pageSize))?.[n % pageSize];
  }

  /** Reads the page of an entry, unless it has been read. */
  need(n: number) {
    const page = Math.floor(n / pageSize);
    if (this.pages.has(page)) return;
    this.pages.set(page, undefined);
    for (const oldest of this.pages.keys()) {
      if (this.pages.size <= mostPages) break;
      this.pages.delete(oldest);
    }
    void this.read(page);
  }

  private async read(page: number) {
    try {
      const items: Entry[] = [];
      let next: number | undefined = page * pageSize;
      while (next !== undefined && items.length < pageSize) {
        const read = await getJournal({ id: this.run.id, from: next, limit: pageSize - items.length });
        items.push(...(read.items ?? []));
        this.total = read.total;
        next = read.next;
      }
      this.pages.set(page, items);
      this.problem = undefined;
    } catch (error) {
      this.pages.delete(page);
      this.problem = asProblem(error);
    }
    this.changed();
  }

  /** The time of an entry, in milliseconds of the recording: its own time, or else that of the last mark up to it. */
  timeOf(n: number): number {
    const time = Date.parse(this.entry(n)?.time ?? "");
    if (!Number.isNaN(time)) return Math.max(0, Math.min(time - Date.parse(this.replay.start ?? this.run.started), this.replay.duration));
    return (this.replay.marks ?? []).filter((mark) => mark.entry <= n).at(-1)?.ms ?? 0;
  }

  /** The entry at a time: that of the last mark before it, or a later one that has already been read. */
  entryAt(ms: number): number {
    let at = (this.replay.marks ?? []).filter((mark) => mark.ms <= ms).at(-1)?.entry ?? 0;
    while (this.entry(at + 1) && this.timeOf(at + 1) <= ms) at++;
    return at;
  }
}
