import { local } from "../../shell/route";

/** The address of a comparison. It asks for a session that is missing. */
export function comparePath(a: string, b: string): string {
  return local("/compare") + `?${new URLSearchParams({ ...(a && { a }), ...(b && { b }) })}`;
}
