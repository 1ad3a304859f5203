import type { AbContest, AbContestant } from "../../api/client";
import { useCommands } from "../../shell/keys";
import { local, navigate, path } from "../../shell/route";
import { openPick } from "./pick";
import { isPickable } from "./state";

/** The keys of a contest. */
export function useBoardCommands(contest: AbContest, chosen: AbContestant | undefined, choose: (name: string) => void, acts: boolean) {
  const all = contest.contestants ?? [];
  const at = all.findIndex((one) => one.name === chosen?.name);
  const go = (to: number) => choose(all[to]?.name ?? "");
  useCommands([
    { title: "Next contestant", keys: ["j", "ArrowDown"], run: () => go(at + 1), can: () => at + 1 < all.length },
    { title: "Previous contestant", keys: ["k", "ArrowUp"], run: () => go(at - 1), can: () => at > 0 },
    { title: "Watch its run", keys: ["Enter"], run: () => navigate(path("r", chosen?.run ?? "")), can: () => chosen?.run !== undefined },
    {
      title: "Pick this contestant (asks first)",
      keys: ["P"],
      run: () => chosen && openPick(contest, chosen),
      can: () => acts && chosen !== undefined && isPickable(contest, chosen),
    },
    { title: "Back to the contests", keys: ["Escape", "q"], run: () => navigate(local("/contests")) },
  ]);
}
