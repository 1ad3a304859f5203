import { useState } from "preact/hooks";
import { closeDialog, DialogTitle, openDialog } from "../../shell/dialog";
import type { DraftHandle } from "./use_draft";

/** Asks for a text to insert before a row, and for its role. */
export function insertAt(draft: DraftHandle, row: number) {
  openDialog(() => <InsertForm draft={draft} row={row} />);
}

function InsertForm({ draft, row }: { draft: DraftHandle; row: number }) {
  const [role, setRole] = useState<"user" | "assistant">("user");
  const [text, setText] = useState("");
  const isEnd = row >= (draft.value?.entries ?? 0);
  async function insert() {
    if (text.trim() === "") return;
    if (await draft.edit("Insert", { op: "insert", before: isEnd ? 0 : row + 1, role, text })) closeDialog();
  }
  return (
    <form
      class="act-form"
      onSubmit={(event) => {
        event.preventDefault();
        void insert();
      }}
    >
      <DialogTitle>{isEnd ? "Insert at the end" : `Insert before entry ${row + 1}`}</DialogTitle>
      <fieldset class="targets">
        <legend>Who says it</legend>
        {(["user", "assistant"] as const).map((who) => (
          <label class="check" key={who}>
            <input type="radio" name="role" checked={role === who} onChange={() => setRole(who)} />
            <span>{who === "user" ? "you" : "the model"}</span>
          </label>
        ))}
      </fieldset>
      <label class="field">
        Text
        <textarea
          rows={8}
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
            event.preventDefault();
            void insert();
          }}
          autofocus
        />
      </label>
      <div class="act-buttons">
        <button type="submit" class="main" disabled={text.trim() === ""}>
          Insert <kbd class="wide-only">Ctrl Enter</kbd>
        </button>
      </div>
    </form>
  );
}
