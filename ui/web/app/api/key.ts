// The key of this browser. The server requires it in each request, together with the cookie, which scripts cannot read. It is in the storage of this origin,
// which no other port can read.

const place = "stead-key";

/** The key, if this browser has one. */
export function key(): string | null {
  return localStorage.getItem(place);
}

export function keepKey(given: string): void {
  localStorage.setItem(place, given);
}

export function forgetKey(): void {
  localStorage.removeItem(place);
}
