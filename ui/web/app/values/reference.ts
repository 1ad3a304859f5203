/** The parts of a reference. */
export interface Parts {
  /** The other machine that has it. */
  machine?: string;
  cli: string;
  id: string;
}

/** Splits the reference of a session into the parts that the API's routes use. Runs and drafts have references, too: run:2026..., draft:... */
export function partsOf(reference: string): Parts {
  const at = reference.indexOf(":");
  const before = reference.slice(0, at).split("/");
  const cli = before.pop() ?? "";
  return { ...(before[0] && { machine: before[0] }), cli, id: reference.slice(at + 1) };
}

/** Shortens the reference of a session to the form that people know: claude:703f4375. */
export function short(reference: string): string {
  const { machine, cli, id } = partsOf(reference);
  if (machine) return `${machine}/${short(`${cli}:${id}`)}`;
  if (cli === "run") return `run:${id.slice(id.lastIndexOf("-") + 1)}`; // all runs of a day begin alike
  return `${cli}:${id.slice(0, 8)}`;
}
