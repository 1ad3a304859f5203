import { useEffect, useState } from "preact/hooks";
import type { Entry } from "../../api/client";
import { findEntry } from "../../live/find_entry";
import { headline } from "../../parts/headline";
import { Text } from "../../parts/text";

/** Names the point up to which a session is taken: an entry by its headline, or the end. */
export function Point({ of, at }: { of: string; at: string | undefined }) {
  const entry = useEntry(of, at);
  if (!at) return <p class="point">All of the session, up to its end.</p>;
  return (
    <p class="point">
      Up to the chosen entry{entry ? `, of turn ${entry.turn}: ` : ": "}
      <b>
        <Text of={entry ? headline(entry) : at} />
      </b>
    </p>
  );
}

function useEntry(reference: string, id: string | undefined): Entry | undefined {
  const [entry, found] = useState<Entry | undefined>(undefined);
  useEffect(() => {
    if (!id) return;
    const asking = new AbortController();
    findEntry(reference, id, asking.signal).then(found, () => {}); // if this fails, the id is shown
    return () => asking.abort();
  }, [reference, id]);
  return entry;
}
