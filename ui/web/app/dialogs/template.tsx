import { DialogTitle, openDialog } from "../shell/dialog";
import { lazy } from "../parts/lazy";

const TemplateForm = lazy(() => import("./forms/forms"), (m) => m.TemplateForm);

/** Opens the dialog that starts a template. */
export function openTemplate(preset: { from?: string } = {}) {
  openDialog(() => (
    <>
      <DialogTitle>Start a template</DialogTitle>
      <TemplateForm from={preset.from} />
    </>
  ));
}
