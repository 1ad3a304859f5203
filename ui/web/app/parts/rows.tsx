import { type ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useMemo, useReducer, useRef } from "preact/hooks";
import { elementScroll, observeElementOffset, observeElementRect, Virtualizer } from "@tanstack/virtual-core";

/** A position in rows: the row at the top edge, and how many pixels of it are above the edge. */
export interface Place {
  row: number;
  offset: number;
}

/** The operations on rows. */
export interface RowsHandle {
  /** Returns the current position. */
  place(): Place;
  /** Goes to a position, as exactly as the heights of the rows on the way are known. */
  restore(place: Place): void;
  /** Scrolls a row into view, with the least movement or to the top. A row that is higher than the view is shown from its beginning. */
  reveal(row: number, at?: "nearest" | "top"): void;
  /** Goes to the end and stays there while rows are added. */
  toEnd(): void;
  /** Stays at the current position, even if it is the end. */
  stay(): void;
  /** Whether any part of a row is in view. */
  sees(row: number): boolean;
  /** Whether the end is in view. */
  atEnd(): boolean;
  /** Scrolls by fractions of the height. */
  page(by: number): void;
  /** The scrolling element. */
  element(): HTMLElement | null;
}

export interface RowsProps {
  count: number;
  /** The estimated height of a row before it is measured, in pixels. */
  estimate: (row: number) => number;
  /** A row's identity, which stays the same when rows are added before it. */
  keyOf: (row: number) => string | number;
  draw: (row: number) => ComponentChildren;
  /** Whether a row has its content, so that its height may be measured. Default: yes. */
  isFilled?: (row: number) => boolean;
  /** Whether a row is visible. Default: yes. An invisible one takes no space. */
  isShown?: (row: number) => boolean;
  /** The chosen row. */
  chosen?: number;
  /** Called with the rows in view when they have changed. */
  onView?: (first: number, last: number) => void;
  /** Called on scrolling, with whether the end is in view. */
  onScroll?: (atEnd: boolean) => void;
  /** Receives the handle once the rows exist. */
  handle?: (handle: RowsHandle) => void;
  /** The label of the rows for screen readers. */
  label: string;
  role?: "feed" | "list";
  class?: string;
}

/** The distance from the end that still counts as the end, in pixels. */
const nearEnd = 24;

/**
 * Virtual rows: only those in view are in the document. They are in normal flow in one box that is moved as a whole, because rows positioned one by one show
 * gaps while they are measured.
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
  /** Goes to an offset, and determines it again as long as rows on the way are being measured. */
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
 * Measures rows that are new in the document, before they are painted. The virtualizer would measure them one frame later during scrolling, and rows that are
 * lower than estimated would leave a part of the view empty until then. What is already in view stays in place.
 */
function measureNew(v: Rowed, box: HTMLElement | null) {
  const fresh = [...(box?.children ?? [])].filter((row): row is HTMLElement => row instanceof HTMLElement && row.ariaBusy !== "true" && !isMeasured(v, indexOf(row)));
  const heights = fresh.map((row) => row.offsetHeight); // measure all of them before any change moves the others
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

/** The offset that brings a row into view. Undefined if it is already in view. */
function offsetOf(v: Rowed, row: number, top: boolean): number | undefined {
  const start = v.getOffsetForIndex(row, "start")?.[0];
  const size = v.measurementsCache[row]?.size ?? 0;
  const room = v.scrollRect?.height ?? 0;
  const seen = v.scrollOffset ?? 0;
  if (start === undefined) return undefined;
  if (top || start < seen || size > room) return start;
  return start + size > seen + room ? start + size - room : undefined;
}

/** The number of consecutive frames at the target before it counts as reached: late measurements move rows. */
const steady = 3;

/** The maximum number of frames to try. */
const mostTries = 30;

/** An aim at a position. Rows on the way are measured, and the target moves, so it tries again in each frame until the target is reached. */
class Aim {
  private latest = 0;

  /** Tries until the target is reached, and then calls what follows. A later aim replaces it. */
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

  /** Gives up, because the user scrolls. */
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
