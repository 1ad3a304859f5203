import { signal } from "@preact/signals";

/** Unsaved texts, by copy and entry. */
const texts = signal<ReadonlyMap<string, string>>(new Map());

/** Gives access to unsaved texts. */
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
