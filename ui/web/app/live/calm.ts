import { useEffect, useReducer, useRef } from "preact/hooks";

/** How long rows must not move after a key press or a pointer movement, in milliseconds. */
const calm = 2000;

let touched = 0;
for (const kind of ["pointermove", "pointerdown", "wheel", "keydown"]) {
  addEventListener(kind, () => (touched = Date.now()), { capture: true, passive: true });
}

/** How long rows must stay in place, in milliseconds. 0 means that they may move. */
export function stillFor(): number {
  return Math.max(0, touched + calm - Date.now());
}

/** Returns the previous value until the user is idle, so that rows drawn from it do not move away under the pointer. */
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
