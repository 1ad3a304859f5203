import { beginDraft } from "../api/client";
import { attempt } from "../shell/failures";
import { navigate, path } from "../shell/route";

/** Begins an edited copy of a session, and opens it in the editor. */
export async function editCopy(reference: string) {
  const draft = await attempt("Edit a copy", () => beginDraft({ session: reference }));
  if (draft) navigate(path("edit", draft.id));
}
