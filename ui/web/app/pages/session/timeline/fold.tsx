import type { ComponentChildren } from "preact";
import type { Fold as Part } from "./folds";
import type { Reading } from "./reading";

/** A line that expands to its content. */
export function Fold({ reading, part, head, aside, children }: {
  reading: Reading;
  part: Part;
  head: ComponentChildren;
  aside?: ComponentChildren;
  children: ComponentChildren;
}) {
  const open = reading.isOpen(part);
  return (
    <div class="entry-fold">
      <button type="button" class="fold-head" aria-expanded={open} onClick={() => reading.toggle([part], !open)}>
        <span class="arrow" aria-hidden="true">
          {open ? "▾" : "▸"}
        </span>
        {head}
        {aside && <span class="aside">{aside}</span>}
      </button>
      {open && <div class="fold-body">{children}</div>}
    </div>
  );
}
