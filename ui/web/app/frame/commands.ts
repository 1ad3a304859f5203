import { local, navigate } from "../shell/route";
import { useCommands } from "../shell/keys";
import { views } from "./bar";
import { openHelp } from "./help";
import { openPalette } from "./palette";

/** The commands that work on every page. */
export function useGlobalCommands() {
  useCommands([
    ...views.map(({ title, to }, n) => ({ title: `Go to ${title}`, keys: [String(n + 1)], run: () => navigate(local(to)) })),
    { title: "Search all sessions", keys: [], run: () => navigate(local("/search")) },
    { title: "Commands", keys: ["Ctrl+k", ":"], run: openPalette },
    { title: "Keys", keys: ["?"], run: openHelp },
    { title: "Settings", keys: [], run: () => navigate(local("/settings")) },
  ]);
}
