import type { Run, Work } from "../../api/client";
import { useRunChanges } from "../../live/changes";
import { Changes } from "../../parts/changes";
import { Failed, Loading } from "../../parts/states";
import { visible } from "../../values/visible";

/** What was changed in the run's folder since the run began. */
export function RunChanges({ run }: { run: Run }) {
  const { value, problem, reload } = useRunChanges(run);
  const work = value.value;
  if (work) {
    return (
      <div class="page run-changes">
        <p class="meta">{comparedWith(work)}</p>
        <Changes files={work.items} left={work.left} />
      </div>
    );
  }
  if (problem.value?.status === 409) return <p class="state dim">{visible(problem.value.detail)}</p>;
  return problem.value ? <Failed problem={problem.value} again={reload} /> : <Loading what="Reading the changes" />;
}

/** Says with what the folder is compared, and what that includes. */
function comparedWith({ base, began }: Work): string {
  if (!base) return "The repository has no commit yet: every file counts as new.";
  const commit = base.slice(0, 10);
  if (!began) return `Compared with ${commit}, checked out now: git's log of HEAD does not reach back to when the run began.`;
  return `Compared with ${commit}, checked out when the run began. What was uncommitted then, or others have changed, is part of it.`;
}
