import { attempt, say } from "../../../shell/failures";
import { useCommands } from "../../../shell/keys";
import type { Reading } from "./reading";
import { firstOfTurn, nextChange } from "./seek";

/** The keys of a timeline. */
export function useMoves(reading: Reading) {
  const { finder, pages } = reading;
  const found = () => finder.places.value.length > 0;
  const chosen = () => pages.entry(reading.chosen.value);
  useCommands([
    { title: "Next entry", keys: ["j", "ArrowDown"], run: () => move(reading, () => step(reading, 1)) },
    { title: "Previous entry", keys: ["k", "ArrowUp"], run: () => move(reading, () => step(reading, -1)) },
    { title: "Beginning of the session", keys: ["g g", "Home"], run: () => move(reading, () => reading.go(0, "top")) },
    { title: "End of the session", keys: ["G", "End"], run: () => move(reading, () => reading.goToEnd()) },
    { title: "Page down", keys: ["PageDown"], run: () => reading.rows?.page(0.9) },
    { title: "Page up", keys: ["PageUp"], run: () => reading.rows?.page(-0.9) },
    { title: "Half a page down", keys: ["Ctrl+d"], run: () => reading.rows?.page(0.5) },
    { title: "Half a page up", keys: ["Ctrl+u"], run: () => reading.rows?.page(-0.5) },
    { title: "Next turn", keys: ["]"], run: () => goToTurn(reading, 1) },
    { title: "Previous turn", keys: ["["], run: () => goToTurn(reading, -1) },
    { title: "Next change of a file", keys: ["}"], run: () => move(reading, () => change(reading, 1)) },
    { title: "Previous change of a file", keys: ["{"], run: () => move(reading, () => change(reading, -1)) },
    { title: "Open or fold the entry", keys: ["Space", "Enter"], run: () => turnOver(reading), can: () => chosen() !== undefined },
    { title: "Texts as written, or rendered", keys: ["v"], run: () => (reading.raw.value = !reading.raw.value) },
    { title: "Find in the session", keys: ["/"], run: () => openFind(reading) },
    { title: "Next place that was found", keys: ["n"], run: () => finder.step(1), can: found },
    { title: "Previous place that was found", keys: ["N"], run: () => finder.step(-1), can: found },
    { title: "Close the search", keys: ["Escape"], run: () => finder.close(), can: () => finder.open.value },
    { title: "Follow the end", keys: ["."], run: () => reading.rows?.toEnd() },
  ]);
}

/** Opens the field for words, or returns to it. */
export function openFind({ finder }: Reading) {
  finder.open.value = true;
  document.querySelector<HTMLInputElement>("#find")?.select();
}

/** Goes to the beginning of the next turn, or to that of this turn and then of earlier ones. */
export function goToTurn(reading: Reading, by: 1 | -1) {
  move(reading, () => turn(reading, by));
}

/** Moves, and reads the entries on the way. */
function move(reading: Reading, go: () => Promise<void>) {
  reading.inOrder(() => attempt("Move in the session", go));
}

async function step(reading: Reading, by: 1 | -1) {
  const total = reading.pages.total.peek();
  const from = reading.isChosenSeen() ? reading.here() : reading.here() - by;
  for (let n = from + by; n >= 0 && n < total; n += by) {
    await reading.pages.load(n);
    if (reading.isShown(n)) return goAndFocus(reading, n);
  }
}

async function turn(reading: Reading, by: 1 | -1) {
  const here = reading.here();
  const entry = await reading.pages.load(here);
  if (!entry) return;
  const begin = await firstOfTurn(reading.pages, entry.turn);
  const to = by < 0 && begin !== undefined && begin < here ? begin : await firstOfTurn(reading.pages, entry.turn + by);
  if (to === undefined) say(by > 0 ? "This is the last turn." : "This is the first turn.");
  else await goAndFocus(reading, to, "top");
}

async function change(reading: Reading, by: 1 | -1) {
  const to = await nextChange(reading.pages, reading.here(), by);
  if (to === undefined) say(by > 0 ? "No file is changed after this." : "No file is changed before this.");
  else await goAndFocus(reading, to, "top");
}

/** Goes to an entry and focuses it, so that screen readers read it. */
async function goAndFocus(reading: Reading, n: number, at: "nearest" | "top" = "nearest") {
  await reading.go(n, at);
  requestAnimationFrame(() => {
    reading.rows?.element()?.querySelector<HTMLElement>(`[data-index="${reading.chosen.peek()}"]`)?.focus({ preventScroll: true });
  });
}

function turnOver(reading: Reading) {
  const entry = reading.pages.entry(reading.chosen.peek());
  if (entry) reading.turnOver(entry);
}
