import { startDraft, type EditedDraft, type Start } from "../../api/client";
import { DialogTitle, openDialog } from "../../shell/dialog";
import { lazy } from "../../parts/lazy";

const Continuation = lazy(() => import("../../dialogs/forms/forms"), (m) => m.Continuation);

/** Opens the dialog that starts a copy in a CLI. */
export function openStart(draft: EditedDraft) {
  openDialog(() => (
    <>
      <DialogTitle>
        Start <code>{draft.reference}</code> in
      </DialogTitle>
      <Continuation from={draft.reference} own={draft.source} start={({ from: _, ...given }: Start) => startDraft({ id: draft.id }, given)} />
    </>
  ));
}
