import { useEffect, useRef } from "preact/hooks";
import { shownMachine } from "../api/here";
import { local, route } from "../shell/route";
import { useActiveRuns, waiting } from "../live/runs";
import { shownTitle } from "../shell/title";
import { openHelp } from "./help";
import { New } from "./new";
import { useNextCommand } from "./next";
import { openPalette } from "./palette";
import { visible } from "../values/visible";

/** The views, in the order of the keys 1 to 6, each with the first path segments that belong to it. */
export const views = [
  { title: "Sessions", to: "/", names: ["", "s", "search"] },
  { title: "Runs", to: "/runs", names: ["runs", "r"] },
  { title: "Contests", to: "/contests", names: ["contests", "ab", "compare"] },
  { title: "Chains", to: "/chains", names: ["chains", "chain"] },
  { title: "Statistics", to: "/stats", names: ["stats"] },
  { title: "Knowledge", to: "/knowledge", names: ["knowledge"] },
];

/** The bar at the top: the current view, and links to the others. */
export function Bar() {
  const here = route.value.path[0] ?? "";
  const waits = waiting(useActiveRuns().value.value);
  useNextCommand(waits);
  const what = shownTitle.value || views.find(({ names }) => names.includes(here))?.title;
  useEffect(() => {
    document.title = (waits.length > 0 ? `(${waits.length}) ` : "") + [what, shownMachine, "stead"].filter(Boolean).join(" · ");
  }, [waits.length, what]);
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    const link = nav.current?.querySelector("[aria-current]") ?? nav.current?.firstElementChild;
    link?.scrollIntoView({ block: "nearest", inline: "center" }); // on a phone there is no room for all links
  }, [here]);
  return (
    <header class="bar">
      <a class="brand" href="/">
        stead
      </a>
      {shownMachine && (
        <a class="on-machine" href="/" title="Back to all machines">
          on {visible(shownMachine)} ×
        </a>
      )}
      <nav aria-label="Views" ref={nav}>
        {views.map((v) => (
          <a key={v.to} href={local(v.to)} aria-current={v.names.includes(here) ? "page" : undefined}>
            {v.title}
            {v.to === "/runs" && waits.length > 0 && (
              <b class="wait" aria-label={`${waits.length} waiting for you`}>
                {waits.length}
              </b>
            )}
          </a>
        ))}
      </nav>
      <div class="bar-end">
        <New />
        <button type="button" class="quiet wide-only" onClick={openPalette} title="Commands (Ctrl-k)">
          Commands
        </button>
        <button type="button" class="quiet wide-only" onClick={openHelp} title="Keys (?)">
          ? keys
        </button>
        <button type="button" class="quiet narrow-only menu" onClick={openPalette} aria-label="Commands">
          ≡
        </button>
        <a class="quiet wide-only" href={local("/settings")}>
          Settings
        </a>
      </div>
    </header>
  );
}
