import { computed, signal } from "@preact/signals";
import { baseOf, machineOf, shownMachine } from "../api/here";
import { partsOf } from "../values/reference";

/** The current address. */
export interface Route {
  /** The decoded parts of the path, without the machine: ["s", "claude", "703f"]. */
  path: string[];
  query: URLSearchParams;
  /** The part after #: `e=12` names an entry. */
  fragment: URLSearchParams;
}

const address = signal(here());

/** The parts of the current address. */
export const route = computed<Route>(() => {
  const url = new URL(address.value, location.origin);
  return {
    path: url.pathname.slice(baseOf(shownMachine).length).split("/").filter(Boolean).map(decode),
    query: url.searchParams,
    fragment: new URLSearchParams(url.hash.slice(1)),
  };
});

/** Goes to an address. The browser's back button returns from it. The pages of another machine are loaded anew. */
export function navigate(to: string) {
  if (machineOf(to) !== shownMachine) {
    location.assign(to);
    return;
  }
  if (to !== here()) history.pushState(null, "", to);
  address.value = here();
}

/** Changes the address without a new history entry: for what users may want to share, such as a filter. */
export function restate(to: string) {
  history.replaceState(history.state, "", to);
  address.value = here();
}

/** Goes back, or to an address if there is no page of ours to go back to. */
export function back(otherwise: string) {
  if (history.length > 1) history.back();
  else navigate(otherwise);
}

/** Converts an address that begins with a slash to an address of these pages. */
export function local(address: string): string {
  return baseOf(shownMachine) + address;
}

/** Makes an address from the parts of a path. */
export function path(...parts: string[]): string {
  return pathOn(undefined, ...parts);
}

/** Makes an address on a machine. By default, it is the machine whose pages these are. */
export function pathOn(machine: string | undefined, ...parts: string[]): string {
  return baseOf(machine ?? shownMachine) + "/" + parts.map(encodeURIComponent).join("/");
}

/** Makes the address of a session, or of one of its views, from its reference (claude:703f..., desk/claude:703f...). */
export function sessionPath(reference: string, view = ""): string {
  const { machine, cli, id } = partsOf(reference);
  return pathOn(machine, "s", cli, id, ...(view ? [view] : []));
}

/** Makes links inside the pages change the page without a reload, unless they should open elsewhere. */
export function listenForLinks() {
  addEventListener("popstate", () => (address.value = here()));
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link || event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    if (link.origin !== location.origin || link.target || link.hasAttribute("download") || machineOf(link.pathname) !== shownMachine) return;
    event.preventDefault();
    navigate(link.pathname + link.search + link.hash);
  });
}

function here(): string {
  return location.pathname + location.search + location.hash;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part; // a % that begins no escape sequence
  }
}
