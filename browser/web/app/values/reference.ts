/** Takes the reference of a session apart, as the routes of the API name it. A run and a draft are named so, too: run:2026..., draft:... */
export function partsOf(reference: string): { cli: string; id: string } {
  const at = reference.indexOf(":");
  return { cli: reference.slice(0, at), id: reference.slice(at + 1) };
}

/** Shortens the reference of a session to what people know it by: claude:703f4375. */
export function short(reference: string): string {
  const { cli, id } = partsOf(reference);
  if (cli === "run") return `run:${id.slice(id.lastIndexOf("-") + 1)}`; // all runs of a day begin alike
  return `${cli}:${id.slice(0, 8)}`;
}
