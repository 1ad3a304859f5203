import { computed, signal } from "@preact/signals";
import { findInSession, type Place } from "../../../api/client";
import { asProblem, type Problem } from "../../../api/call";

/** The maximum number of places that are read. All are counted. */
const most = 1000;

/** Finds words in a session, and moves between the places. */
export class Finder {
  readonly open = signal(false);
  readonly words = signal("");
  readonly places = signal<Place[]>([]);
  /** The total number of places. */
  readonly total = signal(0);
  /** The index of the current place, from 0. */
  readonly at = signal(0);
  readonly searching = signal(false);
  readonly problem = signal<Problem | undefined>(undefined);
  readonly current = computed<Place | undefined>(() => this.places.value[this.at.value]);
  /** The index of the current place among those of its entry, from 0. */
  readonly within = computed(() => this.at.value - this.places.value.findIndex((place) => place.entry === this.current.value?.entry));

  private looking: AbortController | undefined;

  constructor(
    private readonly cli: string,
    private readonly id: string,
    private readonly show: (entry: number) => Promise<void>,
  ) {}

  /** Finds words, and makes the first place at or after an entry the current one. Returns the entry of that place. */
  async find(words: string, from: number): Promise<number | undefined> {
    this.looking?.abort();
    const looking = new AbortController();
    this.looking = looking;
    this.open.value = true;
    this.words.value = words;
    this.problem.value = undefined;
    if (words === "") {
      this.take([], 0, 0);
      return undefined;
    }
    this.searching.value = true;
    try {
      const found = await findInSession({ cli: this.cli, id: this.id, q: words, limit: most }, { signal: looking.signal });
      this.take(found.items ?? [], found.total, from);
    } catch (error) {
      if (looking.signal.aborted) return undefined;
      this.problem.value = asProblem(error);
      this.take([], 0, 0);
    }
    this.searching.value = false;
    return this.current.peek()?.entry;
  }

  /** Goes to the next or the previous place, and wraps around at the ends of the session. */
  step(by: 1 | -1) {
    const count = this.places.peek().length;
    if (count === 0) return;
    this.at.value = (this.at.peek() + by + count) % count;
    this.showCurrent();
  }

  /** Goes to the current place. */
  showCurrent() {
    const place = this.current.peek();
    if (place) void this.show(place.entry).catch(() => {}); // the pages report what is wrong
  }

  /** Forgets the words. */
  close() {
    this.looking?.abort();
    this.open.value = false;
    this.words.value = "";
    this.take([], 0, 0);
  }

  private take(places: Place[], total: number, from: number) {
    this.places.value = places;
    this.total.value = total;
    this.at.value = Math.max(0, places.findIndex((place) => place.entry >= from));
  }
}
