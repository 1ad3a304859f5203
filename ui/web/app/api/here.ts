// An address /on/desk/... is one of the desk's pages, through this server: what it reads and does is there. A page is loaded for one machine.

/** The machine whose pages these are. Empty for the server's own, which list all machines together. */
export const shownMachine = machineOf(location.pathname);

/** The machine of a path. Empty for the server's own. */
export function machineOf(path: string): string {
  const name = /^\/on\/([^/]+)/.exec(path)?.[1] ?? "";
  try {
    return decodeURIComponent(name);
  } catch {
    return name; // a % that begins nothing
  }
}

/** What the paths of a machine's pages begin with. */
export function baseOf(machine: string): string {
  return machine && `/on/${encodeURIComponent(machine)}`;
}
