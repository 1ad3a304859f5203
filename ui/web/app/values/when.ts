import { signal } from "@preact/signals";

/** The current time for ages on the page. It changes every 20 seconds while the page is visible. */
export const now = signal(Date.now());

setInterval(() => {
  if (!document.hidden) now.value = Date.now();
}, 20_000);
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) now.value = Date.now();
});

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Formats the time since an event in a few characters: now, 2m, 5h, 3d, or a date. It is empty without a time. */
export function age(time: string | undefined): string {
  const at = time ? Date.parse(time) : NaN;
  if (Number.isNaN(at)) return "";
  const past = now.value - at;
  if (past < minute) return "now";
  if (past < hour) return `${Math.floor(past / minute)}m`;
  if (past < day) return `${Math.floor(past / hour)}h`;
  if (past < 30 * day) return `${Math.floor(past / day)}d`;
  const date = new Date(at);
  const year = date.getFullYear() === new Date(now.value).getFullYear() ? undefined : "numeric";
  return date.toLocaleDateString(undefined, { year, month: "short", day: "numeric" });
}

/** Names the day of a time as in the headings of lists: Today, Yesterday, a weekday, a month. */
export function dayOf(time: string): string {
  const at = new Date(time);
  const midnight = new Date(now.value).setHours(0, 0, 0, 0);
  const days = Math.ceil((midnight - at.getTime()) / day);
  if (days <= 0) return "Today";
  if (days === 1) return "Yesterday";
  if (days < 7) return at.toLocaleDateString(undefined, { weekday: "long" });
  return at.toLocaleDateString(undefined, { month: "long", year: "numeric" });
}

/** Formats a time in the user's locale. */
export function moment(time: string | undefined): string {
  const at = time ? new Date(time) : undefined;
  return at && !Number.isNaN(at.getTime()) ? at.toLocaleString() : "";
}

/** Formats a duration: 42 s, 3 min, 2 h 5 min. */
export function duration(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  if (seconds < 90) return `${seconds} s`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`;
  return `${Math.floor(seconds / 3600)} h ${Math.round((seconds % 3600) / 60)} min`;
}
