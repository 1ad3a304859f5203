import { asProblem } from "../api/call";
import { getEntries, type Entry } from "../api/client";
import { partsOf } from "../values/reference";

/** Finds an entry of a session by its id. Returns undefined if there is none. */
export async function findEntry(reference: string, id: string, signal: AbortSignal): Promise<Entry | undefined> {
  try {
    return (await getEntries({ ...partsOf(reference), at: id, limit: 1 }, { signal })).items?.[0];
  } catch (error) {
    if (asProblem(error).status === 404) return undefined;
    throw error;
  }
}
