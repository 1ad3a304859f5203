import { useState } from "preact/hooks";
import { type Command, commandsNow, keyCaps } from "../shell/keys";
import { DialogTitle, openDialog } from "../shell/dialog";
import { runAfterClosing } from "./help";

/** Opens the searchable list of all commands of the current page. */
export function openPalette() {
  const commands = commandsNow();
  openDialog(() => <Palette commands={commands} />);
}

function Palette({ commands }: { commands: Command[] }) {
  const [words, setWords] = useState("");
  const [at, setAt] = useState(0);
  const found = commands.filter((c) => words.toLowerCase().split(" ").every((word) => c.title.toLowerCase().includes(word)));
  const chosen = found[Math.min(at, found.length - 1)];
  function move(event: KeyboardEvent) {
    if (event.key === "Enter" && chosen) runAfterClosing(chosen);
    else if (event.key === "ArrowDown") setAt(Math.min(at + 1, found.length - 1));
    else if (event.key === "ArrowUp") setAt(Math.max(at - 1, 0));
    else return;
    event.preventDefault();
  }
  return (
    <>
      <DialogTitle>Commands</DialogTitle>
      <input
        type="search"
        placeholder="What do you want to do?"
        aria-label="Find a command"
        aria-controls="palette"
        aria-activedescendant={chosen && `command-${found.indexOf(chosen)}`}
        role="combobox"
        list={undefined}
        aria-expanded="true"
        value={words}
        onInput={(e) => {
          setWords(e.currentTarget.value);
          setAt(0);
        }}
        onKeyDown={move}
        autofocus
      />
      <ul class="commands" id="palette" role="listbox" aria-label="Commands">
        {found.map((command, n) => (
          <li key={command.title} id={`command-${n}`} role="option" aria-selected={command === chosen} onClick={() => runAfterClosing(command)}>
            <span>{command.title}</span>
            <kbd>{keyCaps(command)}</kbd>
          </li>
        ))}
      </ul>
    </>
  );
}
