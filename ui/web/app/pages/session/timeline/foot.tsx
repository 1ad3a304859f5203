import { count } from "../../../values/amount";
import { metaOf } from "./meta";
import { goToTurn, openFind } from "./moves";
import type { Reading } from "./reading";

/** The line below the entries: the position, the time of the current entry, and buttons for what a phone has no keys for. */
export function Foot({ reading }: { reading: Reading }) {
  return (
    <footer class="entries-foot">
      <p class="meta">{placeOf(reading)}</p>
      <button type="button" class="quiet" onClick={() => goToTurn(reading, -1)} aria-label="Previous turn" title="Previous turn ([)">
        ↑ turn
      </button>
      <button type="button" class="quiet" onClick={() => goToTurn(reading, 1)} aria-label="Next turn" title="Next turn (])">
        ↓ turn
      </button>
      <button type="button" class="quiet" onClick={() => openFind(reading)} title="Find in the session (/)">
        Find
      </button>
    </footer>
  );
}

/** Describes the entry under the pointer, or else the chosen one. */
function placeOf({ pages, hovered, chosen }: Reading): string {
  const entry = pages.entry(hovered.value) ?? pages.entry(chosen.value);
  if (!entry) return count(pages.total.value, "entry", "entries");
  const where = `entry ${(entry.n + 1).toLocaleString("en")} of ${pages.total.value.toLocaleString("en")} · turn ${entry.turn.toLocaleString("en")}`;
  return [where, metaOf(entry)].filter(Boolean).join(" · ");
}
