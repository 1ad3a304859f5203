import { listRuns, type Run, type Runs } from "../api/client";
import { useResource, type Resource } from "./resource";

/** The active runs of all machines, or of the machine whose pages these are. The bar, the list of sessions and the board show them. */
export function useActiveRuns(): Resource<Runs> {
  return useResource("active runs", (signal) => listRuns({ limit: 200 }, { signal }), (change) => change.topic === "run" || change.topic === "machine");
}

/** Returns the runs that wait for the user. */
export function waiting(runs: Runs | undefined): Run[] {
  return (runs?.items ?? []).filter((run) => run.question);
}
