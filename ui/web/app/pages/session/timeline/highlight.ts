/** Marks places of words in the document without changing it. */

/** Whether this browser supports it. If not, the places are still scrolled into view. */
const able = "highlights" in CSS;

/** Marks all places of words in an element, and the current one differently. Returns the current one. */
export function highlight(within: Element | null, words: string, current: { row: Element | null; number: number } | undefined): Range | undefined {
  if (!able) return undefined;
  forgetHighlights();
  if (!within || !words) return undefined;
  const marked = current?.row ? rangesOf(current.row, words) : [];
  const chosen = marked[Math.min(current?.number ?? 0, marked.length - 1)];
  CSS.highlights.set("found", new Highlight(...rangesOf(within, words)));
  if (chosen) CSS.highlights.set("found-current", new Highlight(chosen));
  return chosen;
}

/** Removes all marks. */
export function forgetHighlights() {
  if (!able) return;
  CSS.highlights.delete("found");
  CSS.highlights.delete("found-current");
}

/** The places of words in an element. They may span several elements of a line. */
function rangesOf(element: Element, words: string): Range[] {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const nodes: { node: Text; start: number }[] = [];
  let text = "";
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!(node instanceof Text) || node.parentElement?.closest(".unseen")) continue;
    nodes.push({ node, start: text.length });
    text += node.data;
  }
  return placesOf(text, words).map((at) => rangeOf(nodes, at, at + words.length));
}

/** The positions of words in a text, ignoring case. */
export function placesOf(text: string, words: string): number[] {
  const pattern = new RegExp(words.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"), "giu");
  return words ? Array.from(text.matchAll(pattern), (match) => match.index) : [];
}

function rangeOf(nodes: { node: Text; start: number }[], from: number, to: number): Range {
  const range = new Range();
  const first = nodes.filter(({ start }) => start <= from).pop();
  const last = nodes.filter(({ start }) => start < to).pop();
  if (first) range.setStart(first.node, from - first.start);
  if (last) range.setEnd(last.node, Math.min(to - last.start, last.node.length));
  return range;
}
