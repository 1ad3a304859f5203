import type { Run } from "../../api/client";
import { openContinue } from "../../dialogs/continue";
import { openResume } from "../../dialogs/resume";
import { openSend } from "../../dialogs/send";
import { openSwitch } from "../../dialogs/switch";
import { mayAct, useMachine } from "../../live/machine";
import { openQuestion } from "../../parts/question";
import { runPath } from "../../parts/run_words";
import { useCommands } from "../../shell/keys";
import { navigate } from "../../shell/route";
import { askToStop } from "./stop";

/** The keys of a run: the one that is open, or the one chosen on the board. */
export function useRunCommands(run: Run | undefined) {
  const acts = mayAct(useMachine().value.value);
  const live = run !== undefined && run.alive;
  const ended = run !== undefined && !run.alive && !run.machine; // a run of another machine is continued on its page there
  const on = (act: (run: Run) => void) => () => run && act(run);
  useCommands([
    { title: "Show what the run asks", keys: ["p"], run: on(openQuestion), can: () => run?.question !== undefined },
    { title: "Send a text to the run", keys: ["s"], run: on(openSend), can: () => live && acts && !run.headless },
    { title: "Watch the run's terminal", keys: ["a"], run: on((r) => navigate(runPath(r, "terminal"))), can: () => live && !run.headless },
    { title: "Show what the run has changed", keys: ["d"], run: on((r) => navigate(runPath(r, "changes"))), can: () => run !== undefined && !run.seen },
    { title: "Go on in another CLI", keys: ["x"], run: on(openSwitch), can: () => live && acts && !run.headless && !run.machine },
    { title: "Stop the run", keys: ["S"], run: on(askToStop), can: () => live && acts },
    { title: "Replay the run", keys: ["r"], run: on((r) => navigate(runPath(r, "replay"))), can: () => run !== undefined },
    { title: "Resume the run", keys: ["o"], run: on(openResume), can: () => ended && acts },
    { title: "Continue in another CLI", keys: ["c"], run: on((r) => openContinue(r.to)), can: () => ended && acts },
  ]);
}
