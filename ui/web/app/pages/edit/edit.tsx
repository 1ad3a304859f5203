import { route } from "../../shell/route";
import { DraftList } from "./drafts";
import { DraftPage } from "./draft";

/** The editor: the edited copies, or one of them. */
export function Edit() {
  const id = route.value.path[1];
  return id ? <DraftPage key={id} id={id} /> : <DraftList />;
}
