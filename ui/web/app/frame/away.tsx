import { awaySince } from "../live/events";

/** Says that the server does not answer: the page may be out of date, and acts would fail. */
export function Away() {
  const since = awaySince.value;
  if (!since) return null;
  return (
    <p class="away" role="status">
      Not connected since {since.toLocaleTimeString()}. Nothing can be started or answered until stead does; then the page goes on by itself.
    </p>
  );
}
