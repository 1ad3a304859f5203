import { useEffect, useMemo, useState } from "preact/hooks";
import { mayAct, useMachine } from "../../live/machine";
import { Failed, Loading } from "../../parts/states";
import { Difference } from "./difference";
import { Entries } from "./entries";
import { EntryFeed } from "./feed";
import { Head } from "./head";
import { Original } from "./original";
import { Selection } from "./selection";
import { EntryText } from "./entry_text";
import { useDraft } from "./use_draft";
import { useEditCommands } from "./commands";

const panes = [
  { name: "entries", title: "Entries" },
  { name: "text", title: "Text" },
  { name: "difference", title: "Difference" },
] as const;

/** One edited copy: its entries, the text of the chosen one, and the differences from the original. */
export function DraftPage({ id }: { id: string }) {
  const feed = useMemo(() => new EntryFeed(id), [id]);
  const selection = useMemo(() => new Selection(feed), [feed]);
  const draft = useDraft(id, feed, selection);
  const may = mayAct(useMachine().value.value);
  const [pane, show] = useState<(typeof panes)[number]["name"]>("entries");
  useEditCommands(draft, selection, may);
  useEffect(() => feed.look(0, 0), [feed]);
  void feed.version.value;
  const shown = draft.value;
  if (!shown) return draft.problem ? <Failed problem={draft.problem} again={draft.reload} /> : <Loading what="Reading the copy" />;
  const entry = feed.at(selection.at.value);
  return (
    <div class="editor">
      <Head draft={draft} shown={shown} may={may} />
      {draft.problem && <Failed problem={draft.problem} again={draft.reload} />}
      {feed.problem.value && <Failed problem={feed.problem.value} again={() => feed.refresh()} />}
      <nav class="tabs narrow-only" aria-label="Parts of the editor">
        {panes.map(({ name, title }) => (
          <button type="button" class="quiet" key={name} aria-pressed={pane === name} onClick={() => show(name)}>
            {title}
          </button>
        ))}
      </nav>
      <div class={`editor-panes show-${pane}`}>
        <section class="pane-entries" aria-label="Entries">
          <Entries draft={draft} shown={shown} feed={feed} selection={selection} may={may} open={() => show("text")} />
        </section>
        <section class="pane-text" aria-label="Text of the chosen entry">
          {entry ? <EntryText key={entry.id} draft={draft} entry={entry} row={selection.at.value} may={may} /> : <p class="state dim">Choose an entry.</p>}
        </section>
        <section class="pane-difference" aria-label="Difference to the original">
          {entry && <Original key={`${entry.id} ${shown.rev}`} shown={shown} entry={entry} />}
          <Difference shown={shown} choose={(row) => selection.go(row)} />
        </section>
      </div>
    </div>
  );
}
