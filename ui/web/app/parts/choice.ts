import { useState } from "preact/hooks";
import { useCommands } from "../shell/keys";

/** Which of several things is chosen. */
export interface Choice {
  chosen: string | undefined;
  choose(key: string): void;
}

/**
 * Lets keys move through a list and open the chosen item. An element with the id `choice-` followed by the item's key is scrolled into view.
 * @param keys the keys of the items, in the order of the list
 * @param noun the name of one item: "contest"
 * @param open opens one
 */
export function useChoice(keys: string[], noun: string, open: (key: string) => void): Choice {
  const [chosen, set] = useState<string | undefined>(undefined);
  const at = chosen === undefined ? -1 : keys.indexOf(chosen);
  function choose(key: string | undefined) {
    if (key === undefined) return;
    set(key);
    document.getElementById(`choice-${key}`)?.scrollIntoView({ block: "nearest" });
  }
  useCommands([
    { title: `Next ${noun}`, keys: ["j", "ArrowDown"], run: () => choose(keys[at + 1]), can: () => at + 1 < keys.length },
    { title: `Previous ${noun}`, keys: ["k", "ArrowUp"], run: () => choose(keys[at - 1]), can: () => at > 0 },
    { title: `First ${noun}`, keys: ["g g"], run: () => choose(keys[0]), can: () => keys.length > 0 },
    { title: `Last ${noun}`, keys: ["G"], run: () => choose(keys[keys.length - 1]), can: () => keys.length > 0 },
    { title: `Open the ${noun}`, keys: ["Enter"], run: () => open(keys[at] ?? ""), can: () => at >= 0 },
  ]);
  return { chosen: at < 0 ? undefined : chosen, choose };
}
