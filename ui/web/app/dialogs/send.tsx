import { sendToRun, type Run } from "../api/client";
import { openDialog } from "../shell/dialog";
import { attempt, say } from "../shell/failures";
import { PromptForm } from "./prompt";
import { routeOf } from "../parts/run_words";

/** Opens the dialog that types a text into a run. */
export function openSend(run: Run) {
  openDialog(() => (
    <PromptForm
      title={`Send to ${run.name}, ${routeOf(run)}`}
      label="What it is to do next"
      hint="It is typed when the current turn has ended."
      act="Send"
      send={async (text) => {
        say("It is sent when the current turn has ended.");
        if (await attempt(`Send to ${run.name}`, () => sendToRun({ id: run.id }, { text }, { machine: run.machine }))) say(`Sent to ${run.name}`);
      }}
    />
  ));
}
