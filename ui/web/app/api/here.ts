// An address /on/desk/... is a page of the machine "desk", served through this server: it reads and acts on that machine. A loaded page belongs to one machine.

/** The machine whose pages these are. It is empty for the server's own machine, whose pages list all machines together. */
export const shownMachine = machineOf(location.pathname);

/** The machine in a path. It is empty for the server's own machine. */
export function machineOf(path: string): string {
  const name = /^\/on\/([^/]+)/.exec(path)?.[1] ?? "";
  try {
    return decodeURIComponent(name);
  } catch {
    return name; // a % that begins no escape sequence
  }
}

/** The prefix of the paths of a machine's pages. */
export function baseOf(machine: string): string {
  return machine && `/on/${encodeURIComponent(machine)}`;
}
