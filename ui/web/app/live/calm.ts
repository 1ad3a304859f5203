import { useEffect, useReducer, useRef } from "preact/hooks";

/** How long after a key or a move of the pointer no row may move, in milliseconds. */
const calm = 2000;

let touched = 0;
for (const kind of ["pointermove", "pointerdown", "wheel", "keydown"]) {
  addEventListener(kind, () => (touched = Date.now()), { capture: true, passive: true });
}

/** How long rows must stay where they are, in milliseconds. 0 when they may move. */
export function stillFor(): number {
  return Math.max(0, touched + calm - Date.now());
}

/** Returns a value as it was, until the user rests: rows that are drawn of it do not move away under the pointer. */
export function useCalm<T>(fresh: T | undefined): T | undefined {
  const [, redraw] = useReducer((n: number, _: void) => n + 1, 0);
  const shown = useRef(fresh);
  if (shown.current === undefined || stillFor() === 0) shown.current = fresh;
  useEffect(() => {
    if (shown.current === fresh) return;
    const timer = setTimeout(redraw, stillFor() + 1);
    return () => clearTimeout(timer);
  });
  return shown.current;
}
