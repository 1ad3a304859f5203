import { openChain } from "../dialogs/chain";
import { openContest } from "../dialogs/contest";
import { openRun } from "../dialogs/run";
import { openTemplate } from "../dialogs/template";
import { mayAct, useMachine } from "../live/machine";
import { Menu } from "../parts/menu";
import { useCommands, type Command } from "../shell/keys";
import { local, navigate } from "../shell/route";

/** The menu of everything that can be started on any page. A read-only server has none. */
export function New() {
  const may = mayAct(useMachine().value.value);
  const commands: Command[] = [
    { title: "New run", keys: ["n"], run: openRun },
    { title: "New A/B", keys: [], run: () => openContest() },
    { title: "New chain", keys: [], run: () => openChain() },
    { title: "Start a template", keys: [], run: () => openTemplate() },
    { title: "Edited copies", keys: [], run: () => navigate(local("/edit")) },
  ];
  useCommands(commands.map((command) => ({ ...command, can: () => may })));
  return may ? <Menu label="New" text="New" commands={() => commands} /> : null;
}
