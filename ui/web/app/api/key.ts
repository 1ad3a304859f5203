// The key of this browser. With the cookie, which no script sees, it is what the server asks of each request. It stays in the storage of this
// origin, which no other port can read.

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
