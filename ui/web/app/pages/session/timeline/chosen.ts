import { signal } from "@preact/signals";

/** The entry that is chosen in the timeline, by its id: acts start from it. Undefined for the session's end. */
export const chosenEntry = signal<string | undefined>(undefined);
