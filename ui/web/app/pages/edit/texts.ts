import type { Entry } from "../../api/client";

/** The text of an entry that can be rewritten. For a call, it is the arguments. */
export function textOf(entry: Entry): string {
  if (entry.type === "tool_call") return JSON.stringify(entry.input ?? {}, null, 2);
  if (entry.type === "tool_result") return entry.error || entry.output || "";
  return entry.text || entry.thinking || "";
}

/** The name of the part of an entry that is rewritten. */
export function partOf(entry: Entry): string {
  if (entry.type === "tool_call") return `Arguments of ${entry.calledAs || entry.tool || "the call"}`;
  if (entry.type === "tool_result") return "Result";
  if (entry.type === "user") return "You";
  return entry.text ? "The model" : entry.thinking ? "What the model thought" : "Text";
}

/** The reason why an entry cannot be rewritten here. It is empty if the entry can. */
export function fixed(entry: Entry): string {
  if (entry.cut) return "This text is longer than what a page gets of it. stead session edit in a terminal can rewrite it.";
  return "";
}
