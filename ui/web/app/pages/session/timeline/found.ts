import { useEffect } from "preact/hooks";
import { forgetHighlights, highlight } from "./highlight";
import type { Reading } from "./reading";

/** Marks the places that were found, as far as they are in the document, and scrolls the current one into view once. */
export function useHighlights(reading: Reading, within: { current: HTMLElement | null }) {
  const { finder } = reading;
  const words = finder.words.value;
  const at = finder.at.value;
  const places = finder.places.value;
  useEffect(() => {
    const element = within.current;
    if (!element || !words || places.length === 0) return forgetHighlights();
    let shown = false;
    let drawing = 0;
    const draw = () => {
      drawing = 0;
      const row = element.querySelector(`[data-index="${reading.chosen.peek()}"]`);
      const range = highlight(element, words, { row, number: finder.within.peek() });
      if (range && !shown && row) {
        shown = true;
        bringIntoView(reading, range);
      }
    };
    const watcher = new MutationObserver(() => {
      drawing ||= requestAnimationFrame(draw);
    });
    watcher.observe(element, { subtree: true, childList: true, characterData: true });
    draw();
    return () => {
      watcher.disconnect();
      cancelAnimationFrame(drawing);
      forgetHighlights();
    };
  }, [words, at, places]);
}

/** Scrolls a long entry, and a long output inside it, to the words. */
function bringIntoView(reading: Reading, range: Range) {
  const inner = range.startContainer.parentElement?.closest<HTMLElement>("pre, .changes-lines");
  if (inner && inner.scrollHeight > inner.clientHeight) {
    inner.scrollTop += range.getBoundingClientRect().top - inner.getBoundingClientRect().top - inner.clientHeight / 3;
  }
  const scroller = reading.rows?.element();
  if (!scroller) return;
  const [place, room] = [range.getBoundingClientRect(), scroller.getBoundingClientRect()];
  if (place.top < room.top || place.bottom > room.bottom) scroller.scrollTop += place.top - room.top - room.height / 3;
}
