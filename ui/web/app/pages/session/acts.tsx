import type { Detail } from "../../api/client";
import { shownMachine } from "../../api/here";
import { mayAct, useMachine } from "../../live/machine";
import { openContinue } from "../../dialogs/continue";
import { openFork } from "../../dialogs/fork";
import { openContest } from "../../dialogs/contest";
import { openChain } from "../../dialogs/chain";
import { editCopy } from "../../dialogs/edit";
import { copy } from "../../parts/copy";
import { save } from "../../parts/save";
import { compareWithMarked, mark, marked } from "../../parts/mark";
import { Menu } from "../../parts/menu";
import { useCommands, type Command } from "../../shell/keys";
import { chosenEntry } from "./timeline/chosen";

/** What can be done with a session: the first acts as buttons, and all of them in a menu, by keys and in the list of commands. */
export function Acts({ session }: { session: Detail }) {
  const may = mayAct(useMachine().value.value);
  const { reference } = session;
  return (
    <div class="buttons acts">
      {may && (
        <>
          <button type="button" class="main" onClick={() => openContinue(reference)}>
            Continue
          </button>
          <button type="button" class="wide-only" onClick={() => openFork(reference, chosenEntry.value)}>
            Fork
          </button>
        </>
      )}
      <Menu label="What can be done with this session" commands={() => [...commandsOf(session, may), ...markings(reference)]} />
    </div>
  );
}

/** The keys of a session. */
export function useSessionCommands(session: Detail | undefined) {
  const may = mayAct(useMachine().value.value);
  useCommands(session ? [...commandsOf(session, may), ...markings(session.reference)] : []);
}

function commandsOf(session: Detail, may: boolean): Command[] {
  const { reference, cli } = session;
  const can = () => may;
  return [
    { title: `Resume in ${cli}`, keys: ["o"], run: () => openContinue(reference, { to: cli }), can },
    { title: "Continue in another CLI", keys: ["c"], run: () => openContinue(reference), can },
    { title: "Fork here", keys: ["f"], run: () => openFork(reference, chosenEntry.value), can },
    { title: "A/B from here", keys: ["b"], run: () => openContest({ from: reference, at: chosenEntry.value }), can },
    { title: "Start a chain from here", keys: ["h"], run: () => openChain({ from: reference }), can },
    { title: "Edit a copy", keys: ["e"], run: () => editCopy(reference), can },
    { title: "Export as a page", keys: ["E"], run: () => void save(reference, "html") },
    { title: "Export as Markdown", keys: [], run: () => void save(reference, "md") },
    { title: "Copy the reference", keys: ["y"], run: () => copy(shownMachine ? `${shownMachine}/${reference}` : reference) },
  ];
}

function markings(reference: string): Command[] {
  const isMarked = marked.value === reference;
  return [
    { title: isMarked ? "Take the mark away" : "Mark to compare", keys: ["m"], run: () => mark(reference) },
    { title: "Compare with the marked session", keys: ["="], run: () => compareWithMarked(reference), can: () => marked.value !== "" && !isMarked },
  ];
}
