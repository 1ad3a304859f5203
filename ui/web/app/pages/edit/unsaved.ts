import { signal } from "@preact/signals";

/** Texts that were typed and not saved, by their copy and entry. */
const texts = signal<ReadonlyMap<string, string>>(new Map());

/** What was typed and not saved yet. */
export const unsaved = {
  get(draft: string | undefined, entry: string): string | undefined {
    return texts.value.get(`${draft} ${entry}`);
  },
  set(draft: string | undefined, entry: string, text: string | undefined) {
    const next = new Map(texts.value);
    if (text === undefined) next.delete(`${draft} ${entry}`);
    else next.set(`${draft} ${entry}`, text);
    texts.value = next;
  },
};

// Closing the page would lose them.
addEventListener("beforeunload", (event) => {
  if (texts.value.size > 0) event.preventDefault();
});
