import { useEffect } from "preact/hooks";
import { getChainDiff, getContestDiff, getRunDiff, type ChangesChanges, type Run, type Work } from "../api/client";
import { useResource, type Resource } from "./resource";

/** The changes of a contestant. They are read again when the contest changes. */
export function useContestantChanges(contest: string, name: string): Resource<ChangesChanges> {
  return useResource(
    `changes of ${name} in contest ${contest}`,
    (signal) => getContestDiff({ id: contest, name }, { signal }),
    (change) => change.topic === "contest" && change.ref === contest,
  );
}

/** The changes of an attempt at a step of a chain. They are read again when the chain changes. */
export function useStepChanges(chain: string, step: string, attempt: number): Resource<ChangesChanges> {
  return useResource(
    `changes of attempt ${attempt} at ${step} in chain ${chain}`,
    (signal) => getChainDiff({ id: chain, step, attempt }, { signal }),
    (change) => change.topic === "chain" && change.ref === chain,
  );
}

/** How often the changes of a run that works are read again, in milliseconds: git looks at all files for them. */
const again = 10_000;

/** What was changed in the folder of a run. It is read again when the run's state changes, and now and then while it works. */
export function useRunChanges(run: Run): Resource<Work> {
  const changes = useResource(`changes of run ${run.id}`, (signal) => getRunDiff({ id: run.id }, { signal }));
  useEffect(() => {
    if (changes.value.value) changes.reload();
  }, [run.id, run.state]);
  useEffect(() => {
    if (!run.alive) return;
    // The time counts from the last answer: in a large folder an answer takes long, and another reading would end it.
    let timer = setTimeout(function read() {
      if (document.hidden) timer = setTimeout(read, again);
      else if (changes.value.value || changes.problem.value) changes.reload();
    }, again);
    return () => clearTimeout(timer);
  }, [run.alive, changes.value.value, changes.problem.value]);
  return changes;
}
