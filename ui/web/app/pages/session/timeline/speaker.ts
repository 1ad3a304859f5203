import type { Entry } from "../../../api/client";
import { isContext } from "./folds";
import type { Reading } from "./reading";

/** The speaker from an entry on: "You" or a CLI. It is empty if the speaker has not changed. */
export function speakerOf(reading: Reading, n: number, cli: string): string {
  const mine = nameOf(reading.pages.entry(n), cli);
  for (let before = n - 1; mine && before >= 0; before--) {
    const entry = reading.pages.entry(before);
    const name = nameOf(entry, cli);
    if (name !== "" || !entry) return name === mine ? "" : mine;
  }
  return mine;
}

/** Whether an abandoned branch begins with an entry. */
export function beginsBranch({ pages }: Reading, n: number): boolean {
  const branch = pages.entry(n)?.branch;
  return branch !== undefined && pages.entry(n - 1)?.branch !== branch;
}

/** The speaker of an entry. Texts that nobody typed have none. */
function nameOf(entry: Entry | undefined, cli: string): string {
  if (!entry || isContext(entry)) return "";
  return entry.type === "user" ? "You" : cli;
}
