import { route } from "../../shell/route";
import { SessionList } from "./list";
import { SessionPane } from "../session/session";

/** The home page: the sessions of the machine, and beside them the open one. On a phone there is room for only one of both. */
export function Sessions() {
  const [first, cli, id, view] = route.value.path;
  const open = first === "s" && cli && id ? { cli, id, view: view ?? "" } : undefined;
  return (
    <div class={"split" + (open ? " open" : "")}>
      {!open && <h1 class="unseen">Sessions</h1>}
      <SessionList open={open && `${open.cli}:${open.id}`} />
      <section class="detail-pane" aria-label="Session">
        {open ? <SessionPane key={`${open.cli}:${open.id}`} {...open} /> : <p class="state dim">Choose a session.</p>}
      </section>
    </div>
  );
}
