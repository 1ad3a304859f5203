import { signal } from "@preact/signals";
import { getKeyframe, type Replay, type ReplayFrame } from "../../api/client";
import { openScreen, typeFor, type Screen } from "../terminal/screen";
import { Reader } from "./reader";

/** The available speeds. */
export const speeds = [0.5, 1, 2, 4, 8];

/** The maximum length of a pause if long ones are shortened, in milliseconds. */
const longestPause = 2000;

/** How much is written before the player waits for the terminal, in characters. */
const batch = 128 << 10;

/** Plays a recording in a terminal. It reads only what it plays, beginning at the keyframe before the requested time. */
export class Player {
  /** The current time, in milliseconds. */
  readonly position = signal(0);
  readonly playing = signal(false);
  readonly speed = signal(1);
  /** Whether long pauses are shortened. */
  readonly shortens = signal(true);
  /** The reason why the recording could not be read. */
  readonly failure = signal<unknown>(undefined);

  private readonly screen: Screen;
  private readonly observer: ResizeObserver;
  private reader: Reader | undefined;
  /** The time up to which everything has been drawn, in milliseconds. */
  private drawn = 0;
  /** The queue of all work on the terminal. */
  private work: Promise<void> = Promise.resolve();
  /** The number of the last request. Work for an earlier one ends early. */
  private turn = 0;

  constructor(
    private readonly box: HTMLElement,
    private readonly run: string,
    private readonly replay: Replay,
  ) {
    this.screen = openScreen(box, { columns: replay.columns, rows: replay.rows, scrollback: 0 });
    this.observer = new ResizeObserver(() => requestAnimationFrame(() => this.fitType()));
    this.observer.observe(box);
    this.seek(0);
  }

  /** Plays or pauses. At the end, it starts again from the beginning. */
  toggle() {
    if (!this.playing.value && this.position.value >= this.replay.duration) this.seek(0);
    this.playing.value = !this.playing.value;
    if (this.playing.value) this.goOn();
  }

  /** Shows another time. */
  seek(to: number) {
    const target = Math.max(0, Math.min(to, this.replay.duration));
    const turn = ++this.turn;
    this.position.value = target;
    this.enqueue(turn, async () => {
      await this.begin(target);
      await this.drawUntil(target, turn);
    });
    if (this.playing.value) this.goOn();
  }

  close() {
    this.turn++;
    this.playing.value = false;
    this.observer.disconnect();
    this.reader?.close();
    this.screen.close();
  }

  private enqueue(turn: number, job: () => Promise<void>): Promise<void> {
    this.work = this.work
      .then(() => (turn === this.turn ? job() : undefined))
      .catch((error: unknown) => {
        if (turn !== this.turn) return;
        this.failure.value = error;
        this.playing.value = false;
      });
    return this.work;
  }

  /** Continues to play, frame by frame, until it is paused or another time is requested. */
  private goOn() {
    const turn = this.turn;
    let before = performance.now();
    const frame = async () => {
      if (turn !== this.turn || !this.playing.value) return;
      const now = performance.now();
      await this.enqueue(turn, () => this.play((now - before) * this.speed.value, turn));
      before = now;
      requestAnimationFrame(() => void frame());
    };
    void frame();
  }

  private async play(elapsed: number, turn: number) {
    let to = this.position.value + elapsed;
    const next = await this.reader?.peek();
    if (next && this.shortens.value && next.at - to > longestPause) to = next.at - longestPause;
    await this.drawUntil(to, turn);
    if (turn !== this.turn) return;
    this.position.value = Math.min(to, this.replay.duration);
    if (!next || to >= this.replay.duration) {
      this.position.value = this.replay.duration;
      this.playing.value = false;
    }
  }

  /** Draws the last keyframe before a time, unless the current drawing can be continued to that time. */
  private async begin(target: number) {
    const frames = this.replay.keyframes ?? [];
    const number = frames.filter((frame) => frame.ms <= target).length - 1;
    const frame: ReplayFrame = frames[number] ?? { ms: 0, offset: 0, columns: this.replay.columns, rows: this.replay.rows };
    if (this.reader && this.drawn <= target && frame.ms <= this.drawn) return;
    this.reader?.close();
    this.drawn = Infinity; // nothing can continue from here until the keyframe is drawn
    this.reader = new Reader(this.run, frame.offset, frame.ms);
    // The screen is only cleared when its new content is complete, because it would flicker otherwise.
    const [drawing] = await Promise.all([number < 0 ? "" : getKeyframe({ id: this.run, n: number }).then((read) => read.screen), this.reader.peek()]);
    this.screen.terminal.reset();
    this.resize(frame.columns, frame.rows);
    await this.write(Uint8Array.from(atob(drawing), (c) => c.charCodeAt(0)));
    this.drawn = frame.ms;
  }

  private async drawUntil(to: number, turn: number) {
    let output = "";
    for (let event = await this.reader?.peek(); event && event.at <= to && turn === this.turn; event = await this.reader?.peek()) {
      this.reader?.take();
      if (event.code === "o") output += event.data;
      if (event.code === "r" || output.length > batch) {
        await this.write(output);
        output = "";
      }
      if (event.code === "r") this.resize(...sizeOf(event.data));
      this.drawn = event.at;
    }
    await this.write(output);
    if (turn === this.turn) this.drawn = Math.max(this.drawn, to);
  }

  private write(text: string | Uint8Array): Promise<void> {
    return text.length === 0 ? Promise.resolve() : new Promise((done) => this.screen.terminal.write(text, done));
  }

  private resize(columns: number, rows: number) {
    if (columns < 1 || rows < 1 || columns > 1000 || rows > 500) return;
    this.screen.terminal.resize(columns, rows);
    this.fitType();
  }

  /** Chooses the type size so that the whole width is visible, as far as it stays readable. */
  private fitType() {
    const { cols, rows } = this.screen.terminal;
    this.screen.terminal.options.fontSize = typeFor(this.box, cols, rows);
  }
}

function sizeOf(data: string): [columns: number, rows: number] {
  const [columns, rows] = data.split("x").map(Number);
  return [columns ?? 0, rows ?? 0];
}
