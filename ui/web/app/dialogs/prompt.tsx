import { useState } from "preact/hooks";
import { closeDialog, DialogTitle } from "../shell/dialog";

interface PromptFormProps {
  title: string;
  label: string;
  hint: string;
  /** The label of the button. */
  act: string;
  mayBeEmpty?: boolean;
  send: (text: string) => Promise<void>;
}

/** A dialog with one text field for a run. Ctrl+Enter sends the text. */
export function PromptForm({ title, label, hint, act, mayBeEmpty, send }: PromptFormProps) {
  const [text, setText] = useState("");
  const can = mayBeEmpty || text.trim() !== "";
  function submit() {
    if (!can) return;
    closeDialog();
    void send(text);
  }
  return (
    <form
      class="prompt-form"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <DialogTitle>{title}</DialogTitle>
      <label>
        {label}
        <textarea
          rows={5}
          value={text}
          onInput={(e) => setText(e.currentTarget.value)}
          onKeyDown={(e) => {
            if (e.key !== "Enter" || !(e.ctrlKey || e.metaKey)) return;
            e.preventDefault();
            submit();
          }}
          autofocus
        />
      </label>
      <p class="meta">{hint}</p>
      <div class="buttons">
        <button type="submit" class="main" disabled={!can}>
          {act}
        </button>
        <kbd class="wide-only">Ctrl+Enter</kbd>
      </div>
    </form>
  );
}
