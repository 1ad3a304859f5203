import { useState } from "preact/hooks";
import { listRuns, type Run } from "../../api/client";
import { useResource, type Resource } from "../../live/resource";
import { isAway } from "../../parts/run_words";

const pageSize = 60;

interface Ended {
  items: Run[];
  /** Whether there are older ones. */
  more: boolean;
}

/** The runs that have ended, the newest first, one page at a time. */
export function useEnded(): Resource<Ended> & { older(): void } {
  const [pages, setPages] = useState(1);
  const ended = useResource("ended runs", (signal) => read(pages, signal), (change) => change.topic === "run" || change.topic === "machine");
  return {
    ...ended,
    older() {
      setPages(pages + 1);
      setTimeout(ended.reload); // when the next drawing has set the number
    },
  };
}

async function read(pages: number, signal: AbortSignal): Promise<Ended> {
  const items: Run[] = [];
  let after: string | undefined;
  for (let page = 0; page < pages; page++) {
    const runs = await listRuns({ all: true, limit: pageSize, after }, { signal });
    items.push(...(runs.items ?? []).filter((run) => !run.alive && !isAway(run)));
    after = runs.next;
    if (!after) break;
  }
  return { items, more: after !== undefined };
}
