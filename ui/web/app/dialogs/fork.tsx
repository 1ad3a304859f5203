import { DialogTitle, openDialog } from "../shell/dialog";
import { lazy } from "../parts/lazy";
import { short } from "../values/reference";

const ForkForm = lazy(() => import("./forms/forms"), (m) => m.ForkForm);

/** Opens the dialog that forks a session. @param at the entry's id; by default, the end of the session. */
export function openFork(reference: string, at?: string) {
  openDialog(() => (
    <>
      <DialogTitle>
        Fork <code>{short(reference)}</code>
      </DialogTitle>
      <ForkForm from={reference} at={at} />
    </>
  ));
}
