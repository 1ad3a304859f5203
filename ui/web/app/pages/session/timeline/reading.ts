import { effect, signal } from "@preact/signals";
import { getEntries, getEntry, type Detail, type Entry } from "../../../api/client";
import { asProblem, type Problem } from "../../../api/call";
import { onChange } from "../../../live/events";
import type { Place, RowsHandle } from "../../../parts/rows";
import { restate, route } from "../../../shell/route";
import { chosenEntry } from "./chosen";
import { Finder } from "./find";
import { foldsOf, type Fold } from "./folds";
import { heightOf, readShape } from "./heights";
import { EntryPages } from "./pages";
import { keepPlace, placeOf } from "./places";
import { firstOfTurn, numberOf } from "./seek";
import { partsOf } from "../../../values/reference";

/** How much of the content before an entry stays visible when the user goes to the entry, in pixels. */
const above = 8;

/** How long the user must stay at a place before it is remembered, in milliseconds. */
const rest = 250;

/** A session that is being read: its entries, and what is in view, open, chosen and found. */
export class Reading {
  readonly pages: EntryPages;
  readonly finder: Finder;
  /** Whether the initial position is known. */
  readonly ready = signal(false);
  readonly problem = signal<Problem | undefined>(undefined);
  /** The number of the chosen entry, or -1. */
  readonly chosen = signal(-1);
  /** The number of the entry under the pointer, or -1. */
  readonly hovered = signal(-1);
  /** Whether texts are shown as written, instead of rendered. */
  readonly raw = signal(false);
  /** The number of entries that were added below the view. */
  readonly fresh = signal(0);
  rows: RowsHandle | undefined;

  private readonly toggled = signal<ReadonlyMap<string, boolean>>(new Map());
  private readonly closing = new AbortController();
  private shape: Uint16Array = new Uint16Array();
  private begin: Place = { row: 0, offset: 0 };
  private stated = "";
  private moves: Promise<unknown> = Promise.resolve();
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly session: Detail) {
    const { cli, id } = partsOf(session.reference);
    this.pages = new EntryPages((from, limit, signal) => getEntries({ cli, id, from, limit }, { signal }), session.total, session.rev);
    this.finder = new Finder(cli, id, (n) => this.showFound(n));
  }

  /** Begins to read, until the returned function is called. */
  open(): () => void {
    void this.prepare();
    const stops = [this.followEvents(), this.countFresh()];
    return () => {
      this.keepPlace();
      stops.forEach((stop) => stop());
      clearTimeout(this.timer);
      this.closing.abort();
      this.pages.close();
      chosenEntry.value = undefined;
    };
  }

  /** Reads what is needed first: the heights of all entries, and the initial position. */
  async prepare() {
    this.problem.value = undefined;
    const { cli, id } = partsOf(this.session.reference);
    try {
      const shape = readShape(cli, id, this.closing.signal).catch(() => this.shape);
      this.begin = await this.placeToBegin();
      await this.pages.load(this.begin.row);
      this.shape = await shape;
      this.ready.value = true;
    } catch (error) {
      if (!this.closing.signal.aborted) this.problem.value = asProblem(error);
    }
  }

  /** Scrolls the rows to the initial position as soon as they exist. */
  attach(rows: RowsHandle) {
    this.rows = rows;
    rows.restore(this.begin);
  }

  /** Estimates the height of an entry, in pixels. */
  height(n: number): number {
    return heightOf(this.shape[n]);
  }

  /** Whether an entry has its own row: a result is in the row of its call. */
  isShown(n: number): boolean {
    const entry = this.pages.entry(n);
    return entry !== undefined && this.pages.callOf(entry) === undefined;
  }

  /** The row that shows an entry. */
  async rowOf(n: number): Promise<number> {
    const entry = await this.pages.load(n);
    return entry ? (this.pages.callOf(entry) ?? n) : n;
  }

  /** Whether a part of an entry is open. */
  isOpen(fold: Fold): boolean {
    return this.toggled.value.get(fold.key) ?? fold.open;
  }

  /** Opens or folds parts of entries. The visible content stays in place. */
  toggle(folds: Fold[], open: boolean) {
    this.rows?.stay();
    const toggled = new Map(this.toggled.value);
    for (const fold of folds) toggled.set(fold.key, open);
    this.toggled.value = toggled;
  }

  /** Opens an entry, or folds it. */
  turnOver(entry: Entry) {
    const result = this.pages.resultOf(entry);
    const folds = [...foldsOf(entry), ...(result ? foldsOf(result).filter((fold) => fold.key.endsWith("attachments")) : [])];
    this.toggle(folds, !folds.some((fold) => this.isOpen(fold)));
  }

  /** Shows the texts of an entry as long as they are. The visible content stays in place. */
  async showWhole(n: number) {
    const { cli, id } = partsOf(this.session.reference);
    const whole = await getEntry({ cli, id, n }, { signal: this.closing.signal });
    this.rows?.stay();
    this.pages.complete(whole);
  }

  /** Chooses an entry: acts start from it, and the address names it. */
  choose(n: number) {
    this.chosen.value = n;
    chosenEntry.value = this.pages.entry(n)?.id;
    this.state(n);
  }

  /** Moves after the previous moves have ended: a key pressed during a move continues from where that move leads. */
  inOrder(move: () => Promise<unknown>) {
    this.moves = this.moves.then(() => (this.closing.signal.aborted ? undefined : move()));
  }

  /** Goes to an entry and chooses it. */
  async go(n: number, at: "nearest" | "top" = "nearest") {
    const row = await this.rowOf(n);
    if (this.closing.signal.aborted) return;
    this.choose(row);
    this.rows?.reveal(row, at);
  }

  /**
   * Goes where the address says, unless this page itself has written that address. It reads the current address: when keys come fast, an effect for an earlier
   * address would go back to that address, and write it again.
   */
  async follow() {
    const { fragment } = route.peek();
    if (!this.ready.peek() || fragment.toString() === this.stated) return;
    const n = await this.named(fragment);
    if (n !== undefined) await this.go(n, "top");
  }

  /** Handles scrolling by the user. */
  scrolled(atEnd: boolean) {
    if (atEnd) this.fresh.value = 0;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.keepPlace(), rest);
  }

  /** The chosen entry if it is in view, or else the first one in view. */
  here(): number {
    return this.isChosenSeen() ? this.chosen.peek() : (this.rows?.place().row ?? 0);
  }

  isChosenSeen(): boolean {
    return this.chosen.peek() >= 0 && (this.rows?.sees(this.chosen.peek()) ?? true);
  }

  /** Goes to the end and follows it. */
  async goToEnd() {
    this.rows?.toEnd();
    let last = this.pages.total.peek() - 1;
    await this.pages.load(last);
    while (last > 0 && !this.isShown(last)) last--;
    this.choose(last);
  }

  private async placeToBegin(): Promise<Place> {
    const { query, fragment } = route.peek();
    const named = await this.named(fragment);
    const words = query.get("find");
    const found = words ? await this.finder.find(words, named ?? 0) : undefined;
    const asked = found ?? named;
    if (asked !== undefined) {
      const row = await this.rowOf(asked);
      if (found !== undefined) this.openRow(row);
      this.choose(row);
      return { row, offset: -above };
    }
    const kept = placeOf(this.session.reference);
    const total = this.pages.total.peek();
    if (kept && kept.row < total) {
      this.fresh.value = Math.max(0, total - kept.total);
      return kept;
    }
    return { row: (await firstOfTurn(this.pages, this.session.turns)) ?? Math.max(0, total - 1), offset: -above };
  }

  /** The number of the entry that an address names: by its number, by its id, or as the first entry of a turn. */
  private async named(fragment: URLSearchParams): Promise<number | undefined> {
    const entry = fragment.get("e");
    if (entry) return numberOf(entry, this.session, this.pages, this.closing.signal);
    const turn = Number(fragment.get("t"));
    return turn > 0 ? firstOfTurn(this.pages, turn) : undefined;
  }

  private state(n: number) {
    this.stated = `e=${n}`;
    restate(`${location.pathname}${location.search}#${this.stated}`);
  }

  private async showFound(n: number) {
    const row = await this.rowOf(n);
    this.openRow(row);
    this.choose(row);
    this.rows?.reveal(row);
  }

  private openRow(n: number) {
    const entry = this.pages.entry(n);
    if (entry) this.toggle(foldsOf(entry), true);
  }

  private keepPlace() {
    if (!this.rows) return;
    keepPlace(this.session.reference, { ...this.rows.place(), total: this.pages.total.peek() - this.fresh.peek() });
  }

  /** Reads what a CLI appends. A hidden page does so when it becomes visible again. */
  private followEvents(): () => void {
    let outdated = false;
    const refresh = () => {
      outdated = document.hidden;
      if (!outdated) void this.pages.refresh();
    };
    const seen = () => {
      if (outdated) refresh();
    };
    const stop = onChange(({ topic, ref }) => {
      if (topic === "reset" || (topic === "session" && ref === this.session.reference)) refresh();
    });
    document.addEventListener("visibilitychange", seen);
    return () => {
      stop();
      document.removeEventListener("visibilitychange", seen);
    };
  }

  private countFresh(): () => void {
    let known = this.pages.total.peek();
    return effect(() => {
      const total = this.pages.total.value;
      if (this.rows && !this.rows.atEnd()) this.fresh.value = this.fresh.peek() + Math.max(0, total - known);
      known = total;
    });
  }
}
