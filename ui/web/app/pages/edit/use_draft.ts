import { useEffect, useRef, useState } from "preact/hooks";
import { editDraft, getDraft, type Edit, type EditedDraft } from "../../api/client";
import { Problem } from "../../api/call";
import { useResource } from "../../live/resource";
import { attempt, say } from "../../shell/failures";
import type { EntryFeed } from "./feed";
import type { Selection } from "./selection";

/** An edited copy, with the operations on it. */
export interface DraftHandle {
  value: EditedDraft | undefined;
  problem: Problem | undefined;
  isBusy: boolean;
  reload(): void;
  /** Makes edits as one step. It returns false if they were refused; the user has then been told. */
  edit(what: string, ...edits: Edit[]): Promise<boolean>;
}

/** Follows a copy and its entries. */
export function useDraft(id: string, feed: EntryFeed, selection: Selection): DraftHandle {
  const { value, problem, reload } = useResource(
    `draft ${id}`,
    (signal) => getDraft({ id }, { signal }),
    (change) => change.topic === "draft" && change.ref.startsWith(id),
  );
  const [isBusy, setBusy] = useState(false);
  const busy = useRef(false);
  const rev = value.value?.rev;
  useEffect(() => {
    if (rev) feed.refresh();
  }, [rev]);
  useEffect(() => feed.version.subscribe(() => selection.settle()), [feed, selection]);
  async function edit(what: string, ...edits: Edit[]): Promise<boolean> {
    if (busy.current || !value.value) return false;
    busy.current = true;
    setBusy(true);
    const seen = value.value.rev;
    const came = await attempt(what, () => editAs(id, seen, edits));
    busy.current = false;
    setBusy(false);
    if (came) value.value = came.draft;
    else reload();
    return came?.isEdited ?? false;
  }
  return { value: value.value, problem: problem.value, isBusy, reload, edit };
}

/** Edits the copy in the state that was seen. If it has changed in the meantime, nothing is edited, and the page shows the new state. */
async function editAs(id: string, rev: string, edits: Edit[]): Promise<{ draft: EditedDraft; isEdited: boolean }> {
  try {
    return { draft: await editDraft({ id }, { rev, edits }), isEdited: true };
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 409) throw error;
    const now = await getDraft({ id });
    if (now.rev === rev) throw error; // there is nothing to undo, or something else is wrong
    say("Somebody else has changed this copy. Here it is as it is now; your edit was not made.");
    return { draft: now, isEdited: false };
  }
}
