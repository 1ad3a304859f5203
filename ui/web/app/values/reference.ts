/** The parts of a reference. */
export interface Parts {
  /** The other machine that has it. */
  machine?: string;
  cli: string;
  id: string;
}

/** Takes the reference of a session apart, as the routes of the API name it. A run and a draft are named so, too: run:2026..., draft:... */
export function partsOf(reference: string): Parts {
  const at = reference.indexOf(":");
  const before = reference.slice(0, at).split("/");
  const cli = before.pop() ?? "";
  return { ...(before[0] && { machine: before[0] }), cli, id: reference.slice(at + 1) };
}

/** Shortens the reference of a session to what people know it by: claude:703f4375. */
export function short(reference: string): string {
  const { machine, cli, id } = partsOf(reference);
  if (machine) return `${machine}/${short(`${cli}:${id}`)}`;
  if (cli === "run") return `run:${id.slice(id.lastIndexOf("-") + 1)}`; // all runs of a day begin alike
  return `${cli}:${id.slice(0, 8)}`;
}
