import { getChainDiff, getContestDiff, type ChangesChanges } from "../api/client";
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
