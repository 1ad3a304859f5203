import { getEntries, type Entry } from "../api/client";
import { partsOf } from "../values/reference";

/** The number of entries per request. */
const size = 200;

/**
 * Finds an entry of a session by its id. The API addresses entries by their positions.
 * @param near the probable position, counted from 0: the search starts there
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
