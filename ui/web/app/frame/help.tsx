import { useState } from "preact/hooks";
import { type Command, commandsNow, keyCaps, keysOn, switchKeys } from "../shell/keys";
import { closeDialog, DialogTitle, openDialog } from "../shell/dialog";

/** Opens the list of the keys that work on the current page. */
export function openHelp() {
  const commands = commandsNow().filter((c) => c.keys.length > 0);
  openDialog(() => <Help commands={commands} />);
}

function Help({ commands }: { commands: Command[] }) {
  const [words, setWords] = useState("");
  const found = commands.filter((c) => `${c.title} ${c.keys.join(" ")}`.toLowerCase().includes(words.toLowerCase()));
  return (
    <>
      <DialogTitle>Keys that work here</DialogTitle>
      <input type="search" placeholder="Find a key" aria-label="Find a key" value={words} onInput={(e) => setWords(e.currentTarget.value)} autofocus />
      <ul class="commands">
        {found.map((command) => (
          <li key={command.title}>
            <button type="button" onClick={() => runAfterClosing(command)}>
              <span>{command.title}</span>
              <kbd>{keyCaps(command)}</kbd>
            </button>
          </li>
        ))}
      </ul>
      <label class="check">
        <input type="checkbox" checked={keysOn.value} onChange={(e) => switchKeys(e.currentTarget.checked)} />
        Single keys act
      </label>
    </>
  );
}

/** Closes the dialog, then runs the command, which belongs to the page below. */
export function runAfterClosing(command: Command) {
  closeDialog();
  command.run();
}
