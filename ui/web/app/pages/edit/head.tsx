import { getSession, type EditedDraft } from "../../api/client";
import { useResource } from "../../live/resource";
import { amount } from "../../values/amount";
import { partsOf, short } from "../../values/reference";
import { Text } from "../../parts/text";
import { local, navigate, sessionPath } from "../../shell/route";
import { discard } from "./drafts";
import { openStart } from "./start";
import type { DraftHandle } from "./use_draft";

/** What is being edited, how much of it is left, and what can be done with it as a whole. */
export function Head({ draft, shown, may }: { draft: DraftHandle; shown: EditedDraft; may: boolean }) {
  return (
    <header class="editor-head">
      <div>
        <h1>
          <Text of={shown.title || "(no title)"} />
        </h1>
        <p class="meta">
          A copy of{" "}
          <a href={sessionPath(shown.source)}>
            <code>{short(shown.source)}</code>
          </a>
          <Tokens of={shown} /> · pairing kept: cutting a call takes its result
        </p>
        {shown.notes?.map((note) => (
          <p class="meta wait" key={note}>
            <Text of={note} />
          </p>
        ))}
      </div>
      {may && (
        <div class="buttons">
          <button type="button" disabled={shown.steps === 0 || draft.isBusy} onClick={() => void draft.edit("Undo", { op: "undo" })} title="Undo (z)">
            Undo
          </button>
          <button type="button" disabled={shown.undone === 0 || draft.isBusy} onClick={() => void draft.edit("Redo", { op: "redo" })} title="Redo (Z)">
            Redo
          </button>
          <button type="button" onClick={() => discard(shown, () => navigate(local("/edit")))} title="Delete this copy (X)">
            Discard
          </button>
          <button type="button" class="main" onClick={() => openStart(shown)} title="Start this copy in a CLI (c)">
            Start in…
          </button>
        </div>
      )}
    </header>
  );
}

/** How many tokens the original has and how many are left, relative to the window of its own CLI. */
function Tokens({ of }: { of: EditedDraft }) {
  const original = useResource(`fit of ${of.source}`, (signal) => getSession(partsOf(of.source), { signal })).value.value?.fit;
  const now = useResource(`fit of ${of.reference} ${of.rev}`, (signal) => getSession({ cli: "draft", id: of.id }, { signal })).value.value?.fit;
  if (!now) return null;
  const isFull = now.window !== undefined && now.window > 0 && now.tokens > now.window;
  return (
    <span class={isFull ? "bad" : undefined}>
      {" · "}
      {original && `${amount(original.tokens)} → `}
      {amount(now.tokens)}
      {now.window ? ` of ${amount(now.window)}` : ""} tokens
    </span>
  );
}
