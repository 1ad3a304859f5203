import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { asProblem, type Problem } from "../../api/call";
import { closeDialog } from "../../shell/dialog";
import { useCommands } from "../../shell/keys";
import { copy } from "../../parts/copy";
import { Text } from "../../parts/text";
import { foretold } from "./report";

interface ActFormProps<T> {
  /** The label of the button: "Start". */
  act: string;
  /** Whether the form has everything that the act needs. */
  ready: boolean;
  /** Carries out the act. The dialog stays open if it fails. */
  run: () => Promise<T>;
  /** Called when the act is done. */
  done: (result: T) => void;
  /** Called when the act was started in the background. Without it, the form does not offer that. */
  stay?: (result: T) => void;
  /** The command line with the same effect. */
  line: string;
  children: ComponentChildren;
}

/** A form for an act. The user's choices stay if the act fails. */
export function ActForm<T>({ act, ready, run, done, stay, line, children }: ActFormProps<T>) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | undefined>(undefined);
  const form = useFirstFocus();
  async function start(then: (result: T) => void) {
    if (busy || !ready || !form.current?.reportValidity()) return;
    setBusy(true);
    setProblem(undefined);
    try {
      const result = await run();
      closeDialog();
      then(result);
    } catch (error) {
      setProblem(asProblem(error));
      setBusy(false);
    }
  }
  useCommands([
    { title: `${act} in the background`, keys: ["d"], run: () => void (stay && start(stay)), can: () => stay !== undefined },
    { title: "Copy the command", keys: ["y"], run: () => copy(line) },
  ]);
  return (
    <form
      ref={form}
      class="act-form"
      aria-busy={busy}
      onSubmit={(event) => {
        event.preventDefault();
        void start(done);
      }}
      onKeyDown={(event) => pressed(event, () => void start(done))}
    >
      {children}
      <div class="act-buttons">
        {problem && <Trouble problem={problem} />}
        <button type="submit" class="main" disabled={busy || !ready} aria-keyshortcuts="Control+Enter">
          {busy ? `${act} …` : act} <kbd class="wide-only">{isMac ? "⌘" : "Ctrl"} Enter</kbd>
        </button>
        {stay && (
          <button type="button" disabled={busy || !ready} onClick={() => void start(stay)}>
            In the background <kbd class="wide-only">d</kbd>
          </button>
        )}
        <button type="button" class="quiet wide-only" onClick={() => copy(line)}>
          Copy the command <kbd class="wide-only">y</kbd>
        </button>
      </div>
    </form>
  );
}

const isMac = navigator.platform.startsWith("Mac");

/** Gives the focus to the first choice. The form appears after its dialog, which first focuses its close button. */
function useFirstFocus() {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const first = ["[autofocus]", "input:checked", "input:enabled, select, textarea"].map((wanted) => form.current?.querySelector<HTMLElement>(wanted));
    first.find(Boolean)?.focus();
  }, []);
  return form;
}

/** Enter starts the act outside of text fields, Ctrl+Enter everywhere. */
function pressed(event: KeyboardEvent, start: () => void) {
  if (event.key !== "Enter" || event.isComposing || !(event.target instanceof HTMLElement)) return;
  const isEverywhere = event.ctrlKey || event.metaKey;
  const isText = event.target.matches("textarea, input:not([type=checkbox], [type=radio])");
  if (!isEverywhere && (event.target.matches("textarea, button, a, summary") || event.defaultPrevented)) return;
  event.preventDefault();
  if (isEverywhere || !isText) start();
}

/** The reason why something could not be done, and what to do about it. */
export function Trouble({ problem }: { problem: Problem }) {
  return (
    <div class="trouble" role="alert">
      <p>
        <Text of={foretold(problem.detail)} />
      </p>
      {problem.hint && (
        <p class="hint">
          <Text of={foretold(problem.hint)} />
        </p>
      )}
      {problem.errors.map((error) => (
        <p class="hint" key={error.location}>
          <Text of={`${(error.location ?? "").replace(/^body\.?/, "")}: ${error.message ?? ""}`} />
        </p>
      ))}
    </div>
  );
}
