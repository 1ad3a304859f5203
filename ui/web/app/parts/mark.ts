import { signal } from "@preact/signals";
import { local, navigate } from "../shell/route";
import { say } from "../shell/failures";

/** The session that is marked for a comparison. It is empty if there is none. */
export const marked = signal(sessionStorage.getItem("stead-marked") ?? "");

/** Marks a session, or unmarks it. */
export function mark(reference: string) {
  marked.value = marked.value === reference ? "" : reference;
  sessionStorage.setItem("stead-marked", marked.value);
  if (marked.value) say("Marked. Open another session and compare it with this one (=).");
}

/** Compares the marked session with another one. */
export function compareWithMarked(reference: string) {
  navigate(local("/compare") + `?${new URLSearchParams({ a: marked.value, b: reference })}`);
}
