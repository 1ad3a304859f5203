import { DialogTitle, openDialog } from "../shell/dialog";
import { lazy } from "../parts/lazy";
import { short } from "../values/reference";

const ChainForm = lazy(() => import("./forms/forms"), (m) => m.ChainForm);

/** Opens the dialog that starts a chain. */
export function openChain(preset: { from?: string } = {}) {
  openDialog(() => (
    <>
      <DialogTitle>Chain{preset.from && <> from <code>{short(preset.from)}</code></>}</DialogTitle>
      <ChainForm from={preset.from} />
    </>
  ));
}
