import { DialogTitle, openDialog } from "../shell/dialog";
import { lazy } from "../parts/lazy";

const Continuation = lazy(() => import("./forms/forms"), (m) => m.Continuation);

/** Opens the dialog that starts a run with a new session. */
export function openRun() {
  openDialog(() => (
    <>
      <DialogTitle>New run</DialogTitle>
      <Continuation />
    </>
  ));
}
