import { useEffect, useRef, useState } from "preact/hooks";
import { FitAddon } from "@xterm/addon-fit";
import type { Run } from "../../api/client";
import { mayAct, useMachine } from "../../live/machine";
import { runPath } from "../run_words";
import { visible } from "../../values/visible";
import { Connection, type Keyboard } from "./connection";
import { KeyRow } from "./key_row";
import { openScreen, typeFor, type Screen } from "./screen";

/** The state of a terminal: whether it is connected, and who types. */
interface Now {
  keyboard: Keyboard;
  state: "connecting" | "live" | "dropped" | "ended";
  why: string;
}

const nobody: Keyboard = { yours: false, taken: false, terminals: 1 };

/** The live terminal of a run. The user watches at first, and takes the keyboard with a button. */
export function LiveTerminal({ run }: { run: Run }) {
  const [now, setNow] = useState<Now>({ keyboard: nobody, state: "connecting", why: "" });
  const [begun, begin] = useState(0);
  const box = useRef<HTMLDivElement>(null);
  const view = useRef<View | undefined>(undefined);
  const acts = mayAct(useMachine().value.value);
  useEffect(() => {
    if (!box.current) return;
    setNow({ keyboard: nobody, state: "connecting", why: "" });
    const made = new View(box.current, run.id, (change) => setNow((before) => ({ ...before, ...change })));
    view.current = made;
    return () => made.close();
  }, [run.id, begun]);
  useEffect(() => {
    if (run.alive && now.state === "ended") begin(begun + 1); // it was resumed
  }, [run.alive]);
  const types = now.keyboard.yours && now.state === "live";
  return (
    <section class={"terminal " + (types ? "typing" : now.state)} aria-label="Terminal">
      <header class="terminal-head">
        <p class="meta" role="status">
          {said(now)}
        </p>
        {now.state === "live" && acts && (
          <button type="button" class={types ? "" : "main"} onClick={() => view.current?.take(!types)}>
            {types ? "Give the keyboard back" : "Take keyboard"}
          </button>
        )}
        {now.state === "ended" && (
          <a class="button" href={runPath(run, "replay")}>
            Replay
          </a>
        )}
      </header>
      <div class="terminal-box" ref={box} />
      {types && <KeyRow press={(keys) => view.current?.press(keys)} hold={(released) => view.current?.hold(released)} />}
    </section>
  );
}

/** Describes the state of the terminal, and how to leave it. */
function said({ keyboard, state, why }: Now): string {
  if (state === "ended") return visible(why);
  if (state === "connecting") return "Connecting …";
  if (state === "dropped") return "The connection has dropped. It is made again …";
  const who = keyboard.yours ? "You have the keyboard" : keyboard.taken ? "Another terminal has the keyboard" : "Nobody has the keyboard";
  const others = keyboard.terminals === 1 ? "only you look on" : `${keyboard.terminals} look on`;
  return [who, others, keyboard.yours && "Ctrl-\\ leaves", visible(why)].filter(Boolean).join(" · ");
}

/** The width of terminals of runs without a viewer. */
const usualColumns = 120;

/** Connects a terminal on the page to that of the run. */
class View {
  private readonly screen: Screen;
  private readonly fit = new FitAddon();
  private readonly connection: Connection | undefined;
  private readonly observer: ResizeObserver;
  private yours = false;
  /** Called after the next key was pressed together with the Ctrl of the row of keys. Undefined unless that Ctrl is held. */
  private released: (() => void) | undefined;

  constructor(
    private readonly box: HTMLElement,
    run: string,
    tell: (change: Partial<Now>) => void,
  ) {
    this.screen = openScreen(box);
    const terminal = this.screen.terminal;
    terminal.loadAddon(this.fit);
    this.refit();
    terminal.attachCustomKeyEventHandler((event) => this.isKeyOfTerminal(event));
    terminal.onData((text) => this.typed(text));
    terminal.onBinary((bytes) => this.send(Uint8Array.from(bytes, (c) => c.charCodeAt(0))));
    this.connection = new Connection(run, this.size(), {
      begins: () => terminal.reset(),
      drawn: (bytes) => {
        terminal.write(bytes);
        tell({ state: "live" });
      },
      keyboard: (keyboard) => {
        this.sits(keyboard.yours);
        tell({ keyboard, state: "live", why: "" });
      },
      dropped: () => {
        this.sits(false);
        tell({ state: "dropped", keyboard: nobody });
      },
      ended: (why) => {
        this.sits(false);
        tell({ state: "ended", why });
      },
      refused: (why) => tell({ why }),
    });
    this.observer = new ResizeObserver(() => requestAnimationFrame(() => this.refit()));
    this.observer.observe(box);
  }

  /** Takes the keyboard, or gives it back. */
  take(yours: boolean) {
    this.connection?.take(yours);
    if (!yours) this.screen.terminal.blur();
  }

  /** Presses a key of the row of keys. */
  press(keys: string) {
    this.typed(keys);
    this.screen.terminal.focus();
  }

  /** Holds Ctrl for the next key, or releases it. */
  hold(released: (() => void) | undefined) {
    this.released = released;
    this.screen.terminal.focus();
  }

  close() {
    this.observer.disconnect();
    this.connection?.close();
    this.screen.close();
  }

  private sits(yours: boolean) {
    const took = yours && !this.yours;
    this.yours = yours;
    this.screen.terminal.options.disableStdin = !yours;
    this.screen.terminal.options.cursorBlink = yours;
    if (this.connection) this.refit();
    if (took) this.screen.terminal.focus();
  }

  /** Fits the terminal into its box. A viewer without the keyboard sees all columns of a usual run, in smaller type if the box is narrow. */
  private refit() {
    const { terminal } = this.screen;
    const columns = this.yours ? 0 : usualColumns;
    terminal.options.fontSize = typeFor(this.box, columns);
    const fits = this.fit.proposeDimensions();
    if (!fits || Number.isNaN(fits.cols) || Number.isNaN(fits.rows)) return;
    terminal.resize(Math.max(fits.cols, columns), Math.max(fits.rows, 1));
    this.connection?.resize(this.size());
  }

  private size() {
    return { rows: this.screen.terminal.rows, columns: this.screen.terminal.cols };
  }

  /** The page itself uses only Ctrl-\, and all keys while the user only watches. */
  private isKeyOfTerminal(event: KeyboardEvent): boolean {
    if (event.ctrlKey && (event.key === "\\" || event.code === "Backslash")) {
      event.preventDefault();
      if (event.type === "keydown") this.leave();
      return false;
    }
    return this.yours;
  }

  private leave() {
    if (this.yours) this.connection?.take(false);
    this.screen.terminal.blur();
    document.querySelector<HTMLElement>(".tabs [aria-current]")?.focus();
  }

  private typed(text: string) {
    if (!this.yours) return;
    this.send(new TextEncoder().encode(this.released ? withControl(text) : text));
    this.released?.();
    this.released = undefined;
  }

  private send(keys: Uint8Array<ArrayBuffer>) {
    if (this.yours) this.connection?.type(keys);
  }
}

/** The character that a key sends together with Ctrl. */
function withControl(text: string): string {
  if (/^[a-z@[\\\]^_ ]$/i.test(text)) return String.fromCharCode(text.toUpperCase().charCodeAt(0) & 0x1f);
  return text.replace(/^\u001b\[([ABCD])$/, "\u001b[1;5$1");
}
