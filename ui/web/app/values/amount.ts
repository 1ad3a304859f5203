/** Formats a number of tokens or bytes with few digits: 48k, 1.2M. */
export function amount(n: number): string {
  if (n < 1000) return String(n);
  if (n < 10_000) return `${(n / 1000).toFixed(1).replace(/\.0$/, "")}k`;
  if (n < 1_000_000) return `${Math.round(n / 1000)}k`;
  return `${(n / 1_000_000).toFixed(1).replace(/\.0$/, "")}M`;
}

/** Formats a cost in US dollars. The result is empty for no cost, because that may mean an unknown one. */
export function cost(dollars: number | undefined | null): string {
  if (!dollars) return "";
  return dollars < 0.01 ? "<$0.01" : `$${dollars.toFixed(2)}`;
}

/** Formats a count with its noun: 1 turn, 2 turns. */
export function count(n: number, noun: string, many = noun + "s"): string {
  return `${n.toLocaleString("en")} ${n === 1 ? noun : many}`;
}

/** Shortens a folder to its most informative part, the last one. */
export function lastPart(folder: string): string {
  return folder.replace(/[/\\]+$/, "").split(/[/\\]/).pop() ?? folder;
}
