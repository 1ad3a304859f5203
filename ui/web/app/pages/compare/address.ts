import { local } from "../../shell/route";

/** The address of a comparison. The page asks for a missing session. */
export function comparePath(a: string, b: string): string {
  return local("/compare") + `?${new URLSearchParams({ ...(a && { a }), ...(b && { b }) })}`;
}
