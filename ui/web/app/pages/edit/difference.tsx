import type { DraftDifferent, EditedDraft } from "../../api/client";
import { Text } from "../../parts/text";

const kinds = ["dropped", "changed", "inserted", "moved"] as const;

/** The maximum number of listed entries of a kind: more of them would add no information. */
const most = 200;

/** How the whole copy differs from its original. */
export function Difference({ shown, choose }: { shown: EditedDraft; choose: (row: number) => void }) {
  const some = kinds.filter((kind) => (shown.difference[kind]?.length ?? 0) > 0);
  if (some.length === 0) return <p class="pane-note dim">The copy is as its original.</p>;
  return (
    <div class="differences">
      {some.map((kind) => (
        <Kind key={kind} title={kind} of={shown.difference[kind] ?? []} choose={choose} />
      ))}
    </div>
  );
}

function Kind({ title, of, choose }: { title: string; of: DraftDifferent[]; choose: (row: number) => void }) {
  return (
    <section>
      <h3>
        {of.length} {title}
      </h3>
      <ul>
        {of.slice(0, most).map((entry) => (
          <li key={entry.id} class={title === "dropped" ? "dropped" : ""}>
            {entry.is ? (
              <button type="button" class="quiet" onClick={() => choose((entry.is ?? 1) - 1)}>
                <Line of={entry} />
              </button>
            ) : (
              <Line of={entry} />
            )}
          </li>
        ))}
        {of.length > most && <li class="meta">and {of.length - most} more</li>}
      </ul>
    </section>
  );
}

function Line({ of }: { of: DraftDifferent }) {
  return (
    <>
      <span class="number">{of.is ?? of.was}</span>
      <span class="title">
        <Text of={of.headline || of.type} />
      </span>
    </>
  );
}
