import { DialogTitle, openDialog } from "../shell/dialog";
import { lazy } from "../parts/lazy";
import { short } from "../values/reference";

const Continuation = lazy(() => import("./forms/forms"), (m) => m.Continuation);

/** Opens the dialog that continues a whole session in a CLI. @param reference the session; @param preset the initially selected CLI. */
export function openContinue(reference: string, preset: { to?: string } = {}) {
  openDialog(() => (
    <>
      <DialogTitle>
        Continue <code>{short(reference)}</code> in
      </DialogTitle>
      <Continuation from={reference} to={preset.to} />
    </>
  ));
}
