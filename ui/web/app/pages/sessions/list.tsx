import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { Others } from "../../parts/others";
import { Rows, type RowsHandle } from "../../parts/rows";
import { Failed, Loading, Warnings } from "../../parts/states";
import { useCommands } from "../../shell/keys";
import { navigate, restate, route, sessionPath } from "../../shell/route";
import { SessionFeed, type Wanted } from "./feed";
import { Filter } from "./filter";
import { grouped, type Row } from "./groups";
import { NeedsYou } from "./needs_you";
import { Nothing } from "./nothing";
import { SessionRow } from "./row";

/** The list of sessions. It stays in the document while a session is open, so that going back finds the same row at the same place. */
export function SessionList({ open }: { open: string | undefined }) {
  const [wanted, want] = useState<Wanted>(() => ({ q: route.value.query.get("q") ?? "", cli: route.value.query.get("cli") ?? "", state: route.value.query.get("state") ?? "" }));
  const feed = useMemo(() => new SessionFeed(wanted), [wanted]);
  useEffect(() => feed.follow(), [feed]);
  const rows = useMemo(() => grouped(feed.items.value), [feed.items.value]);
  const handle = useRef<RowsHandle | undefined>(undefined);
  useListCommands(rows, open, handle);
  const heights = useHeights();
  return (
    <section class="list-pane" aria-label="Sessions">
      <Filter wanted={wanted} want={want} total={feed.total.value} />
      <Others machines={feed.machines.value} />
      <Warnings of={feed.warnings.value} />
      <NeedsYou />
      {feed.waiting.value > 0 && (
        <button type="button" class="fresh" onClick={() => feed.show()}>
          {feed.waiting.value} new
        </button>
      )}
      {feed.problem.value && <Failed problem={feed.problem.value} again={() => void feed.refresh()} />}
      {feed.total.value === undefined && !feed.problem.value && <Loading what="Reading the sessions" />}
      {feed.total.value === 0 && <Nothing wanted={wanted} />}
      {rows.length > 0 && (
        <Rows
          label="Sessions"
          count={rows.length}
          keyOf={(n) => keyOf(rows[n])}
          estimate={(n) => (rows[n] && "title" in rows[n] ? heights.title : heights.session)}
          draw={(n) => drawRow(rows[n], open)}
          onView={(_, last) => {
            if (last > rows.length - 50) void feed.more();
          }}
          handle={(h) => (handle.current = h)}
        />
      )}
    </section>
  );
}

function keyOf(row: Row | undefined): string {
  if (!row) return "";
  return "title" in row ? `# ${row.title}` : row.session.reference;
}

function drawRow(row: Row | undefined, open: string | undefined) {
  if (!row) return null;
  return "title" in row ? <h2 class="group-title">{row.title}</h2> : <SessionRow session={row.session} open={isOpen(row, open)} />;
}

/** An address may name a session by a prefix of its id. */
function isOpen(row: Row, open: string | undefined): boolean {
  return open !== undefined && "session" in row && row.session.reference.startsWith(open);
}

/** The estimated heights of rows before they are measured, in pixels: on a phone, a session has two lines. */
function useHeights() {
  return useMemo(() => ({ title: 36, session: matchMedia("(max-width: 719px)").matches ? 56 : 33 }), []);
}

function useListCommands(rows: Row[], open: string | undefined, handle: { current: RowsHandle | undefined }) {
  const at = rows.findIndex((row) => isOpen(row, open));
  function go(to: number, by: 1 | -1) {
    for (let n = to; n >= 0 && n < rows.length; n += by) {
      const row = rows[n];
      if (!row || "title" in row || row.session.machine) continue; // the pages of another machine would replace these
      handle.current?.reveal(n);
      const address = sessionPath(row.session.reference);
      if (open) restate(address + route.value.query);
      else navigate(address);
      return;
    }
  }
  useCommands([
    // If a session is open, the plain keys move inside it.
    { title: "Next session", keys: open ? ["J", "Alt+ArrowDown"] : ["j", "ArrowDown", "J"], run: () => go(at + 1, 1) },
    { title: "Previous session", keys: ["K", "Alt+ArrowUp"], run: () => go(at - 1, -1), can: () => at > 0 },
    { title: "First session", keys: ["g g"], run: () => go(0, 1), can: () => !open },
    { title: "Filter the sessions", keys: ["/"], run: () => document.querySelector<HTMLInputElement>("#filter")?.focus() },
  ]);
}
