import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { EditedDraft, Entry } from "../../api/client";
import { Rows, type RowsHandle } from "../../parts/rows";
import { Text } from "../../parts/text";
import { headline } from "../../parts/headline";
import { Empty } from "../../parts/states";
import { cutUpTo, drop, moveTo } from "./commands";
import type { EntryFeed } from "./feed";
import { insertAt } from "./insert";
import type { Selection } from "./selection";
import type { DraftHandle } from "./use_draft";

interface EntriesProps {
  draft: DraftHandle;
  shown: EditedDraft;
  feed: EntryFeed;
  selection: Selection;
  may: boolean;
  /** Called when an entry is chosen with a pointer. A phone then shows the entry's text. */
  open: () => void;
}

/** The entries of a copy. The user can choose, drop and move them. */
export function Entries({ draft, shown, feed, selection, may, open }: EntriesProps) {
  const handle = useRef<RowsHandle | undefined>(undefined);
  const [target, aim] = useState<number | undefined>(undefined);
  const marks = useMemo(() => marksOf(shown), [shown]);
  const total = feed.total.value ?? 0;
  const at = selection.at.value;
  useEffect(() => handle.current?.reveal(at), [at]);
  if (total === 0) return <Empty title="Nothing is left">Undo brings the entries back.</Empty>;
  const act = { draft, selection, may };
  return (
    <>
      <Rows
        label="Entries of the copy"
        count={total}
        keyOf={(row) => feed.at(row)?.id ?? row}
        estimate={() => 33}
        draw={(row) => <Row {...act} row={row} entry={feed.at(row)} mark={marks.get(feed.at(row)?.id ?? "")} isTarget={target === row} aim={aim} open={open} />}
        onView={(first, last) => feed.look(first, last)}
        handle={(h) => (handle.current = h)}
      />
      {may && <RowActs {...act} />}
    </>
  );
}

/** The changes of entries, by the entries' ids. */
function marksOf({ difference }: EditedDraft): Map<string, string> {
  const marks = new Map<string, string>();
  for (const kind of ["moved", "inserted", "changed"] as const) difference[kind]?.forEach((entry) => marks.set(entry.id, kind));
  return marks;
}

interface RowProps {
  draft: DraftHandle;
  selection: Selection;
  may: boolean;
  row: number;
  entry: Entry | undefined;
  mark: string | undefined;
  /** Whether dragged entries would be dropped before this one. */
  isTarget: boolean;
  aim: (row: number | undefined) => void;
  open: () => void;
}

const kinds = { user: "you", assistant: "model", tool_call: "call", tool_result: "result", system: "system" };

function Row({ draft, selection, may, row, entry, mark, isTarget, aim, open }: RowProps) {
  const isAt = selection.at.value === row;
  const isPicked = selection.picked.value.has(row);
  return (
    <button
      type="button"
      class={`entry-row${isPicked ? " picked" : ""}${isTarget ? " target" : ""}`}
      aria-current={isAt ? "true" : undefined}
      aria-pressed={isPicked}
      tabIndex={isAt ? 0 : -1}
      draggable={may}
      onClick={(event) => {
        if (event.shiftKey) selection.extend(row);
        else if (event.ctrlKey || event.metaKey) selection.toggle(row);
        else {
          selection.go(row);
          open();
        }
      }}
      onDragStart={(event) => {
        if (!isPicked) selection.go(row);
        event.dataTransfer?.setData("application/x-stead-entries", String(row));
        if (event.dataTransfer) event.dataTransfer.effectAllowed = "move";
      }}
      onDragOver={(event) => {
        if (!event.dataTransfer?.types.includes("application/x-stead-entries")) return;
        event.preventDefault();
        aim(row);
      }}
      onDragEnd={() => aim(undefined)}
      onDrop={(event) => {
        event.preventDefault();
        aim(undefined);
        void moveTo(draft, selection, row);
      }}
    >
      <span class="number">{row + 1}</span>
      <span class="kind">{entry ? kinds[entry.type] : ""}</span>
      <span class="title">{entry ? <Text of={headline(entry)} /> : "…"}</span>
      <span class={mark === "inserted" ? "mark ok" : "mark"}>{mark ?? ""}</span>
    </button>
  );
}

/** Buttons for what can be done with the selection. */
function RowActs({ draft, selection }: { draft: DraftHandle; selection: Selection }) {
  const at = selection.at.value;
  const n = selection.picked.value.size;
  return (
    <div class="entry-acts buttons" role="group" aria-label="What is chosen">
      <button type="button" disabled={draft.isBusy} onClick={() => void drop(draft, selection)} title="Drop (x)">
        Drop{n > 1 ? ` ${n}` : ""}
      </button>
      <button type="button" disabled={draft.isBusy || at === 0} onClick={() => void moveTo(draft, selection, (selection.rows()[0] ?? 0) - 1)} title="Move up (K)">
        Up
      </button>
      <button type="button" disabled={draft.isBusy} onClick={() => void moveTo(draft, selection, (selection.rows().at(-1) ?? 0) + 2)} title="Move down (J)">
        Down
      </button>
      <button type="button" disabled={draft.isBusy} onClick={() => void cutUpTo(draft, at, selection)} title="Drop everything from the beginning up to this entry">
        Cut up to here
      </button>
      <button type="button" onClick={() => insertAt(draft, at)} title="Insert a text before it (i)">
        Insert before
      </button>
      <button type="button" onClick={() => insertAt(draft, at + 1)} title="Insert a text after it (a)">
        Insert after
      </button>
    </div>
  );
}
