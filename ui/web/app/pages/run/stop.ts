import { stopRun, type Run } from "../../api/client";
import { routeOf } from "../../parts/run_words";
import { confirmFirst } from "../../shell/dialog";
import { attempt } from "../../shell/failures";

/** Ends a run, after a confirmation. */
export function askToStop(run: Run) {
  confirmFirst(`Stop ${run.name}, ${routeOf(run)}? Its CLI is ended in the middle of what it does.`, "Stop the run", () => {
    void attempt(`Stop ${run.name}`, () => stopRun({ id: run.id }, { machine: run.machine }));
  });
}
