import { useEffect, useRef } from "preact/hooks";
import type { Finder } from "./find";

/** The delay after typing before the search, in milliseconds. */
const pause = 150;

/** Finds words in the session. */
export function FindBar({ finder, from }: { finder: Finder; from: () => number }) {
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => {
    const by = document.activeElement;
    if (!by || by === document.body || by.closest(".session")) input.current?.select();
    return () => clearTimeout(timer.current);
  }, []);
  function typed(words: string) {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void finder.find(words, from()).then(() => finder.showCurrent()), pause);
  }
  function pressed(event: KeyboardEvent) {
    if (event.key === "Escape") finder.close();
    else if (event.key === "Enter") finder.step(event.shiftKey ? -1 : 1);
    else return;
    event.preventDefault();
  }
  return (
    <form class="find" role="search" onSubmit={(event) => event.preventDefault()}>
      <input
        ref={input}
        id="find"
        type="search"
        placeholder="Find in this session"
        aria-label="Find in this session"
        value={finder.words.value}
        onInput={(event) => typed(event.currentTarget.value)}
        onKeyDown={pressed}
      />
      <span class="meta" role="status">
        {stateOf(finder)}
      </span>
      <button type="button" class="quiet" onClick={() => finder.step(-1)} aria-label="Previous place">
        ↑
      </button>
      <button type="button" class="quiet" onClick={() => finder.step(1)} aria-label="Next place">
        ↓
      </button>
      <button type="button" class="quiet" onClick={() => finder.close()} aria-label="Close the search">
        Esc
      </button>
    </form>
  );
}

function stateOf(finder: Finder): string {
  if (finder.problem.value) return finder.problem.value.detail;
  if (finder.words.value === "") return "";
  if (finder.searching.value) return "…";
  const total = finder.total.value;
  return total > 0 ? `${(finder.at.value + 1).toLocaleString("en")} of ${total.toLocaleString("en")}` : "nothing found";
}
