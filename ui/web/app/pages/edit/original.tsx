import { useEffect, useState } from "preact/hooks";
import type { EditedDraft, Entry } from "../../api/client";
import { asProblem } from "../../api/call";
import { findEntry } from "../../live/find_entry";
import { lazy } from "../../parts/lazy";
import { textOf } from "./texts";

const Merged = lazy(() => import("./code_mirror"), (m) => m.Merged);

/** How the chosen entry differs from the original. */
export function Original({ shown, entry }: { shown: EditedDraft; entry: Entry }) {
  const { changed, inserted, moved } = shown.difference;
  const was = changed?.find((e) => e.id === entry.id)?.was;
  const move = moved?.find((e) => e.id === entry.id);
  return (
    <>
      <header class="pane-head">
        <h2>This entry</h2>
      </header>
      {inserted?.some((e) => e.id === entry.id) && <p class="pane-note">It was inserted. The original does not have it.</p>}
      {move && (
        <p class="pane-note">
          It was moved: it was entry {move.was} and is entry {move.is}.
        </p>
      )}
      {was !== undefined && <Changed shown={shown} entry={entry} />}
      {was === undefined && !move && !inserted?.some((e) => e.id === entry.id) && <p class="pane-note dim">It is as in the original.</p>}
    </>
  );
}

/** The text of an entry before and now. */
function Changed({ shown, entry }: { shown: EditedDraft; entry: Entry }) {
  const [before, found] = useState<string | undefined>(undefined);
  const [why, fail] = useState("");
  useEffect(() => {
    const asking = new AbortController();
    findEntry(shown.source, entry.id, asking.signal).then(
      (original) => (original ? found(textOf(original)) : fail("The original does not have this entry any more.")),
      (error: unknown) => {
        if (!asking.signal.aborted) fail(`The original could not be read: ${asProblem(error).detail}`);
      },
    );
    return () => asking.abort();
  }, []);
  if (why) return <p class="pane-note bad">{why}</p>;
  if (before === undefined) return null;
  const after = textOf(entry);
  return <Merged key={after} before={before} after={after} label="What has changed in this entry" />;
}
