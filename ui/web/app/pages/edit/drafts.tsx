import { deleteDraft, listDrafts, type Draft } from "../../api/client";
import { useResource } from "../../live/resource";
import { mayAct, useMachine } from "../../live/machine";
import { Empty, Failed, Loading } from "../../parts/states";
import { Text } from "../../parts/text";
import { count } from "../../values/amount";
import { age, moment } from "../../values/when";
import { confirmFirst } from "../../shell/dialog";
import { attempt } from "../../shell/failures";
import { path, sessionPath } from "../../shell/route";
import { short } from "../../values/reference";

/** All edited copies of sessions. */
export function DraftList() {
  const { value, problem, reload } = useResource("drafts", (signal) => listDrafts({ signal }), (change) => change.topic === "draft");
  const may = mayAct(useMachine().value.value);
  const drafts = value.value?.items;
  return (
    <div class="page">
      <h1>Edited copies</h1>
      {problem.value && <Failed problem={problem.value} again={reload} />}
      {!drafts && !problem.value && <Loading what="Reading the edited copies" />}
      {drafts?.length === 0 && (
        <Empty title="No session is being edited">
          <p>Open a session and press e: you get a copy of it, to cut, to reorder and to rewrite, and start it in any CLI. The original stays as it is.</p>
        </Empty>
      )}
      {drafts && drafts.length > 0 && (
        <ul class="drafts" aria-label="Edited copies">
          {drafts.map((draft) => (
            <li key={draft.id}>
              <div>
                <a href={path("edit", draft.id)}>
                  <Text of={draft.title || "(no title)"} />
                </a>
                <p class="meta">
                  {count(draft.steps, "edit")} · a copy of{" "}
                  <a href={sessionPath(draft.source)}>
                    <code>{short(draft.source)}</code>
                  </a>{" "}
                  · <time title={moment(draft.created)}>{age(draft.created)}</time>
                </p>
              </div>
              {may && (
                <button type="button" class="quiet" aria-label={`Delete the copy ${draft.id}`} onClick={() => discard(draft)}>
                  Delete
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Deletes a copy after a confirmation. */
export function discard(draft: Draft, then?: () => void) {
  const edits = draft.steps > 0 ? ` and its ${count(draft.steps, "edit")}` : "";
  confirmFirst(`Delete this copy${edits}? The original stays as it is.`, "Delete", () => {
    void attempt("Delete the copy", () => deleteDraft({ id: draft.id })).then((deleted) => deleted && then?.());
  });
}
