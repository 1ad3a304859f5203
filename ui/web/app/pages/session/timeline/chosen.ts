import { signal } from "@preact/signals";

/** The id of the entry chosen in the timeline, at which acts start. Undefined means the end of the session. */
export const chosenEntry = signal<string | undefined>(undefined);
