import type { Place } from "../../../parts/rows";

/** Where the user was in a session, and how many entries it had then. */
export interface KeptPlace extends Place {
  total: number;
}

const name = "stead-places";

/** The maximum number of sessions whose place is remembered: the most recent ones. */
const most = 200;

type Line = [reference: string, row: number, offset: number, total: number];

/** Where the user of this browser was in a session. */
export function placeOf(reference: string): KeptPlace | undefined {
  const line = lines().find(([whose]) => whose === reference);
  return line && { row: line[1], offset: line[2], total: line[3] };
}

/** Remembers where the user of this browser is in a session. */
export function keepPlace(reference: string, place: KeptPlace) {
  const others = lines().filter(([whose]) => whose !== reference);
  const line: Line = [reference, place.row, Math.round(place.offset), place.total];
  try {
    localStorage.setItem(name, JSON.stringify([...others, line].slice(-most)));
  } catch {
    // The browser's storage is full or unavailable. The session then opens at its end the next time.
  }
}

function lines(): Line[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(name) ?? "[]");
    return Array.isArray(kept) ? kept.filter(isLine) : [];
  } catch {
    return [];
  }
}

function isLine(line: unknown): line is Line {
  return Array.isArray(line) && typeof line[0] === "string" && line.slice(1).length === 3 && line.slice(1).every(Number.isFinite);
}
