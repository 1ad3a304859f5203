import type { Run } from "../api/client";
import { DialogTitle, openDialog } from "../shell/dialog";
import { lazy } from "../parts/lazy";
import { routeOf } from "../parts/run_words";

const SwitchForm = lazy(() => import("./forms/forms"), (m) => m.SwitchForm);

/** Opens the dialog that has an active run go on in another CLI. */
export function openSwitch(run: Run) {
  openDialog(() => (
    <>
      <DialogTitle>
        Go on with {run.name}, {routeOf(run)}, in
      </DialogTitle>
      <SwitchForm run={run} />
    </>
  ));
}
