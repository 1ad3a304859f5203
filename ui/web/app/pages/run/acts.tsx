import type { Run } from "../../api/client";
import { openContinue } from "../../dialogs/continue";
import { openResume } from "../../dialogs/resume";
import { openSend } from "../../dialogs/send";
import { openSwitch } from "../../dialogs/switch";
import { mayAct, useMachine } from "../../live/machine";
import { askToStop } from "./stop";

/** Buttons for what can be done with a run. */
export function RunActs({ run }: { run: Run }) {
  if (!mayAct(useMachine().value.value)) return null;
  if (run.alive) {
    return (
      <div class="buttons">
        {!run.headless && (
          <>
            <button type="button" onClick={() => openSend(run)}>
              Send…
            </button>
            <button type="button" onClick={() => openSwitch(run)}>
              Switch…
            </button>
          </>
        )}
        <button type="button" onClick={() => askToStop(run)}>
          Stop
        </button>
      </div>
    );
  }
  return (
    <div class="buttons">
      <button type="button" class="main" onClick={() => openResume(run)}>
        Resume
      </button>
      <button type="button" onClick={() => openContinue(run.to)}>
        Continue
      </button>
    </div>
  );
}
