import { resumeRun, type Run } from "../api/client";
import { openDialog } from "../shell/dialog";
import { attempt } from "../shell/failures";
import { navigate } from "../shell/route";
import { routeOf, runPath } from "../parts/run_words";
import { PromptForm } from "./prompt";

/** Opens the dialog that resumes a run that has ended. */
export function openResume(run: Run) {
  openDialog(() => (
    <PromptForm
      title={`Resume ${run.name}, ${routeOf(run)}`}
      label="What it is to do next"
      hint="Without a text the CLI waits for one. It goes on in its last session, with the folder and the permissions that it had."
      act="Resume"
      mayBeEmpty
      send={async (text) => {
        const resumed = await attempt(`Resume ${run.name}`, () => resumeRun({ id: run.id }, { ...(text && { prompt: text }), interactive: !run.headless || !text }));
        if (resumed) navigate(runPath(resumed, "terminal"));
      }}
    />
  ));
}
