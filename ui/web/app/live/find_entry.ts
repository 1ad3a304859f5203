import { getEntries, type Entry } from "../api/client";
import { partsOf } from "../values/reference";

/** How many entries are asked for at once. */
const size = 200;

/**
 * Looks for an entry of a session by its id. The API knows entries by their places.
 * @param near where it is perhaps, from 0: it is looked for from there on first
 */
export async function findEntry(reference: string, id: string, near: number, signal: AbortSignal): Promise<Entry | undefined> {
  const session = partsOf(reference);
  for (const begin of near > 0 ? [near, 0] : [0]) {
    for (let from: number | undefined = begin; from !== undefined; ) {
      const part = await getEntries({ ...session, from, limit: size }, { signal });
      const entry = part.items?.find((e) => e.id === id);
      if (entry) return entry;
      from = part.next;
    }
  }
  return undefined;
}
