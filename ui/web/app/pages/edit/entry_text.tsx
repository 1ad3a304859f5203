import { useState } from "preact/hooks";
import type { Entry } from "../../api/client";
import { lazy } from "../../parts/lazy";
import { fixed, partOf, textOf } from "./texts";
import { unsaved } from "./unsaved";
import type { DraftHandle } from "./use_draft";

const TextEditor = lazy(() => import("./code_mirror"), (m) => m.TextEditor);

/** The text of the chosen entry, for rewriting. Unsaved text stays while the user looks at other entries. */
export function EntryText({ draft, entry, row, may }: { draft: DraftHandle; entry: Entry; row: number; may: boolean }) {
  const saved = textOf(entry);
  const text = unsaved.get(draft.value?.id, entry.id) ?? saved;
  const [version, anew] = useState(0);
  const why = fixed(entry);
  const isChanged = text !== saved;
  const set = (typed: string | undefined) => unsaved.set(draft.value?.id, entry.id, typed === saved ? undefined : typed);
  async function save() {
    const typed = unsaved.get(draft.value?.id, entry.id);
    if (typed === undefined) return;
    if (await draft.edit("Rewrite", { op: "rewrite", entries: String(row + 1), text: typed })) set(undefined);
  }
  return (
    <>
      <header class="pane-head">
        <h2>
          {partOf(entry)} <span class="meta">entry {row + 1}</span>
        </h2>
        {isChanged && (
          <div class="buttons">
            <button
              type="button"
              onClick={() => {
                set(undefined);
                anew(version + 1);
              }}
            >
              Reset
            </button>
            <button type="button" class="main" disabled={draft.isBusy} onClick={() => void save()} title="Save (Ctrl+Enter)">
              Save
            </button>
          </div>
        )}
      </header>
      {why && <p class="meta pane-note">{why}</p>}
      <TextEditor key={`${entry.id} ${version} ${saved}`} text={text} label={`${partOf(entry)}, entry ${row + 1}`} fixed={!may || why !== ""} typed={set} save={() => void save()} />
    </>
  );
}
