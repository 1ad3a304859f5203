import { DialogTitle, openDialog } from "../shell/dialog";
import { lazy } from "../parts/lazy";
import { short } from "../values/reference";

const ContestForm = lazy(() => import("./forms/forms"), (m) => m.ContestForm);

/** Opens the dialog that lets several CLIs do one task. */
export function openContest(preset: { from?: string; at?: string } = {}) {
  openDialog(() => (
    <>
      <DialogTitle>A/B{preset.from && <> from <code>{short(preset.from)}</code></>}</DialogTitle>
      <ContestForm from={preset.from} at={preset.at} />
    </>
  ));
}
