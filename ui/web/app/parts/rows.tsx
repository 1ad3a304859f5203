import { type ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useMemo, useReducer, useRef } from "preact/hooks";
import { elementScroll, observeElementOffset, observeElementRect, Virtualizer } from "@tanstack/virtual-core";

/** Where somebody is in rows: the row at the top edge, and how many pixels of it are above the edge. */
export interface Place {
  row: number;
  offset: number;
}

/** What a page can do with its rows. */
export interface RowsHandle {
  /** Where one is. */
  place(): Place;
  /** Goes to a place, as exactly as the rows on the way are known. */
  restore(place: Place): void;
  /** Brings a row into view, with the least movement or at the top. A row that is higher than the view is shown from its beginning. */
  reveal(row: number, at?: "nearest" | "top"): void;
  /** Goes to the end and stays there while rows are added. */
  toEnd(): void;
  /** Stays where one is, also at the end. */
  stay(): void;
  /** Whether a part of a row is in view. */
  sees(row: number): boolean;
  /** Whether one is at the end. */
  atEnd(): boolean;
  /** Scrolls by parts of the height. */
  page(by: number): void;
  /** The element that scrolls. */
  element(): HTMLElement | null;
}

export interface RowsProps {
  count: number;
  /** The height of a row before it is measured, in pixels. */
  estimate: (row: number) => number;
  /** A row's identity, which stays when rows are added before it. */
  keyOf: (row: number) => string | number;
  draw: (row: number) => ComponentChildren;
  /** Whether a row has its content, so that its height may be measured. By default it has. */
  isFilled?: (row: number) => boolean;
  /** Whether a row is seen. By default it is; one that is not takes no room. */
  isShown?: (row: number) => boolean;
  /** The row that is chosen. */
  chosen?: number;
  /** Is called with the rows in view when they have changed. */
  onView?: (first: number, last: number) => void;
  /** Is called when one scrolls, with whether one is at the end. */
  onScroll?: (atEnd: boolean) => void;
  /** Gets the handle once the rows are there. */
  handle?: (handle: RowsHandle) => void;
  /** Names the rows for screen readers. */
  label: string;
  role?: "feed" | "list";
  class?: string;
}

/** How near to the end counts as being there, in pixels. */
const nearEnd = 24;

/**
 * Rows of which only those in view are in the document. They stand in normal flow in one box that is moved as a whole: rows that are placed one by one show gaps
 * while they are measured.
 */
export function Rows(props: RowsProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const [, redraw] = useReducer((n: number, _: void) => n + 1, 0);
  const latest = useRef(props);
  latest.current = props;
  const following = useRef(false);
  const aim = useMemo(() => new Aim(), []);
  const virtualizer = useMemo(() => newVirtualizer(scroller, latest, () => redraw()), []);
  virtualizer.setOptions({ ...virtualizer.options, count: props.count });
  useLayoutEffect(() => virtualizer._didMount(), []);
  useLayoutEffect(() => virtualizer._willUpdate());
  useEffect(() => props.handle?.(handleOf(virtualizer, scroller, following, aim)), []);

  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => measureNew(virtualizer, box.current));

  const items = virtualizer.getVirtualItems();
  const first = items[0];
  const last = items[items.length - 1];
  useEffect(() => {
    if (first && last) latest.current.onView?.(first.index, last.index);
  }, [first?.index, last?.index, props.count]);
  const total = virtualizer.getTotalSize();
  useLayoutEffect(() => {
    if (following.current) goToEnd(scroller.current);
  }, [total, props.count, virtualizer.scrollRect?.height]);

  function scrolled() {
    const atEnd = isAtEnd(scroller.current);
    following.current = atEnd;
    latest.current.onScroll?.(atEnd);
  }
  const role = props.role ?? "list";
  return (
    <div
      class={"rows " + (props.class ?? "")}
      ref={scroller}
      tabIndex={0}
      role={role}
      aria-label={props.label}
      onScroll={scrolled}
      onWheel={aim.giveUp}
      onTouchMove={aim.giveUp}
    >
      <div class="rows-room" role="presentation" style={{ height: `${total}px` }}>
        <div class="rows-box" role="presentation" ref={box} style={{ transform: `translateY(${first?.start ?? 0}px)` }}>
          {items.map((item) => {
            const filled = props.isFilled?.(item.index) ?? true;
            return (
              <div
                key={item.key}
                role={role === "feed" ? "article" : "listitem"}
                tabIndex={role === "feed" ? -1 : undefined}
                aria-posinset={item.index + 1}
                aria-setsize={props.count}
                aria-current={item.index === props.chosen ? "true" : undefined}
                aria-busy={filled ? undefined : "true"}
                data-index={item.index}
                hidden={props.isShown?.(item.index) === false}
                ref={filled ? virtualizer.measureElement : undefined}
                style={filled ? undefined : { height: `${item.size}px` }}
              >
                {props.draw(item.index)}
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}

type Rowed = Virtualizer<HTMLDivElement, HTMLDivElement>;
type Ref<T> = { current: T };

function newVirtualizer(scroller: Ref<HTMLDivElement | null>, latest: Ref<RowsProps>, changed: () => void): Rowed {
  return new Virtualizer<HTMLDivElement, HTMLDivElement>({
    count: latest.current.count,
    getScrollElement: () => scroller.current,
    estimateSize: (row) => latest.current.estimate(row),
    getItemKey: (row) => latest.current.keyOf(row),
    overscan: 8,
    observeElementRect,
    observeElementOffset,
    scrollToFn: elementScroll,
    onChange: changed,
  });
}

function handleOf(v: Rowed, scroller: Ref<HTMLDivElement | null>, following: Ref<boolean>, aim: Aim): RowsHandle {
  /** Goes to an offset, and finds it again as long as rows on the way are measured. */
  function aimAt(offset: () => number | undefined) {
    following.current = false;
    aim.at(
      () => {
        const to = offset();
        const element = scroller.current;
        if (to === undefined || !element) return true;
        const before = element.scrollTop;
        element.scrollTop = to;
        return Math.abs(element.scrollTop - before) < 1;
      },
      () => (following.current = isAtEnd(scroller.current)),
    );
  }
  return {
    place() {
      const top = scroller.current?.scrollTop ?? 0;
      const item = v.getVirtualItemForOffset(top);
      return { row: item?.index ?? 0, offset: top - (item?.start ?? 0) };
    },
    restore(place) {
      aimAt(() => {
        const start = v.getOffsetForIndex(place.row, "start")?.[0];
        return start === undefined ? undefined : start + place.offset;
      });
    },
    reveal(row, at) {
      aimAt(() => offsetOf(v, row, at === "top"));
    },
    toEnd() {
      aim.at(
        () => {
          const there = isAtEnd(scroller.current, 1);
          goToEnd(scroller.current);
          return there;
        },
        () => (following.current = true),
      );
    },
    stay() {
      following.current = false;
    },
    sees(row) {
      const item = v.measurementsCache[row];
      const top = scroller.current?.scrollTop ?? 0;
      return item !== undefined && item.end > top && item.start < top + (scroller.current?.clientHeight ?? 0);
    },
    atEnd: () => isAtEnd(scroller.current),
    page(by) {
      scroller.current?.scrollBy({ top: by * scroller.current.clientHeight });
    },
    element: () => scroller.current,
  };
}

/**
 * Measures rows that are new in the document, before they are painted. The virtualizer would measure them a frame later while one scrolls, and rows that are lower
 * than estimated would leave a part of the view uncovered until then. What is in view already stays where it is.
 */
function measureNew(v: Rowed, box: HTMLElement | null) {
  const fresh = [...(box?.children ?? [])].filter((row): row is HTMLElement => row instanceof HTMLElement && row.ariaBusy !== "true" && !isMeasured(v, indexOf(row)));
  const heights = fresh.map((row) => row.offsetHeight); // all of them before one moves the others
  const still = firstInView(v);
  if (still !== undefined) v.shouldAdjustScrollPositionOnItemSizeChange = (item) => item.index < still;
  fresh.forEach((row, n) => v.resizeItem(indexOf(row), heights[n] ?? 0));
  v.shouldAdjustScrollPositionOnItemSizeChange = undefined;
}

/** The first row in view whose height is known. */
function firstInView(v: Rowed): number | undefined {
  const top = v.scrollOffset ?? 0;
  const bottom = top + (v.scrollRect?.height ?? 0);
  return v.getVirtualItems().find((item) => item.size > 0 && item.end > top && item.start < bottom && isMeasured(v, item.index))?.index;
}

function indexOf(row: HTMLElement): number {
  return Number(row.dataset.index);
}

function isMeasured(v: Rowed, row: number): boolean {
  return v.itemSizeCache.has(v.options.getItemKey(row));
}

/** Where to scroll to bring a row into view. Undefined where it is in view. */
function offsetOf(v: Rowed, row: number, top: boolean): number | undefined {
  const start = v.getOffsetForIndex(row, "start")?.[0];
  const size = v.measurementsCache[row]?.size ?? 0;
  const room = v.scrollRect?.height ?? 0;
  const seen = v.scrollOffset ?? 0;
  if (start === undefined) return undefined;
  if (top || start < seen || size > room) return start;
  return start + size > seen + room ? start + size - room : undefined;
}

/** How many frames in a row one must be there before it counts: what is measured late moves rows. */
const steady = 3;

/** How many frames one tries to get there. */
const mostTries = 30;

/** An aim: rows on the way are measured, and what was aimed at moves, so that one tries again in each frame until one is there. */
class Aim {
  private latest = 0;

  /** Tries until one is there, and does then what follows. A later aim takes its place. */
  at(isThere: () => boolean, then: () => void) {
    const mine = ++this.latest;
    let there = 0;
    const attempt = (tries: number) => {
      if (mine !== this.latest) return;
      there = isThere() ? there + 1 : 0;
      if (there < steady && tries > 0) requestAnimationFrame(() => attempt(tries - 1));
      else then();
    };
    attempt(mostTries);
  }

  /** Gives it up: the user scrolls. */
  giveUp = () => {
    this.latest++;
  };
}

function goToEnd(element: HTMLElement | null) {
  if (element) element.scrollTop = element.scrollHeight;
}

function isAtEnd(element: HTMLElement | null, within = nearEnd): boolean {
  return !element || element.scrollHeight - element.clientHeight - element.scrollTop <= within;
}
