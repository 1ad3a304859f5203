import type { Run } from "../api/client";
import { runPath } from "../parts/run_words";
import { useCommands } from "../shell/keys";
import { navigate, route } from "../shell/route";

/** The command that opens the next of the runs that need the user, after the one that is open. */
export function useNextCommand(waits: Run[]) {
  const [page, open] = route.value.path;
  const at = page === "r" ? waits.findIndex((run) => run.name === open) : -1;
  const next = waits[(at + 1) % waits.length];
  useCommands([{ title: "Next run that needs you", keys: ["!"], run: () => next && navigate(runPath(next)), can: () => next !== undefined }]);
}
