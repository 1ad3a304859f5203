import { Terminal } from "@xterm/xterm";
import { colours } from "./colours";
import { measureAsEmulator } from "./widths";

/** The type size of terminals, and the smallest readable one, in pixels. */
const typeSize = 12.5;
const smallestType = 8;

/** The type size at which this number of columns and rows fits into a box, as far as it stays readable. */
export function typeFor(box: HTMLElement, columns: number, rows = 1): number {
  const size = Math.min(typeSize, (box.clientWidth - 16) / (columns * 0.605), (box.clientHeight - 16) / (rows * 1.25));
  return Math.max(smallestType, Math.floor(size * 4) / 4);
}

/** A terminal in the page, with its own colours. It must be closed. */
export interface Screen {
  terminal: Terminal;
  close(): void;
}

/** Creates a terminal in an element. A program's output has no effect outside of it: no links, titles, clipboard or sounds. */
export function openScreen(element: HTMLElement, options: { columns?: number; rows?: number; scrollback?: number } = {}): Screen {
  const terminal = new Terminal({
    cols: options.columns ?? 80,
    rows: options.rows ?? 24,
    allowProposedApi: true, // for the widths of characters
    fontFamily: 'ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace',
    fontSize: typeSize,
    lineHeight: 1.2,
    scrollback: options.scrollback ?? 2000,
    screenReaderMode: true,
    disableStdin: true,
    minimumContrastRatio: 4.5, // programs do not know the background
    theme: colours,
  });
  measureAsEmulator(terminal);
  for (const code of withoutEffect) terminal.parser.registerOscHandler(code, () => true);
  terminal.open(element);
  takeInsertedText(terminal);
  return {
    terminal,
    close: () => terminal.dispose(),
  };
}

/** The commands of programs (OSC) that have no effect here: titles, links, notifications, and the clipboard. */
const withoutEffect = [0, 1, 2, 8, 9, 52, 99, 777];

/** Accepts text that arrives without a key, from a list of characters or from speech. xterm ignores it when screen readers are supported. */
function takeInsertedText(terminal: Terminal) {
  let isKeyDown = false;
  terminal.textarea?.addEventListener("keydown", () => (isKeyDown = true), true);
  terminal.textarea?.addEventListener("keyup", () => (isKeyDown = false), true);
  terminal.textarea?.addEventListener("input", (event) => {
    const { inputType, data, isComposing } = event as InputEvent;
    if (inputType === "insertText" && data && !isKeyDown && !isComposing) terminal.input(data);
  });
}
