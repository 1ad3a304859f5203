import type { Entry } from "../api/client";

/** An entry as one line, in the words of a person who looks at it. */
export function headline(entry: Entry): string {
  const text = entry.line || entry.text || entry.output || entry.error || entry.thinking || entry.tool || entry.type;
  return text.trim().split("\n", 1)[0]?.slice(0, 200) ?? "";
}
