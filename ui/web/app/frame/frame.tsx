import type { ComponentChild } from "preact";
import { lazy } from "../parts/lazy";
import { access } from "../shell/access";
import { route } from "../shell/route";
import { Bar } from "./bar";
import { SignIn } from "./sign_in";
import { Away } from "./away";
import { Announcer } from "./announce";
import { Dialogs } from "../shell/dialog";
import { Failures } from "../shell/failures";
import { useGlobalCommands } from "./commands";
import { Sessions } from "../pages/sessions/sessions";

// Everything that is not on the first page is loaded on demand.
const load = () => import("../pages/pages");
const pages: Record<string, (props: object) => ComponentChild> = {
  runs: lazy(load, (m) => m.Runs),
  r: lazy(load, (m) => m.RunPage),
  search: lazy(load, (m) => m.Search),
  compare: lazy(load, (m) => m.Compare),
  contests: lazy(load, (m) => m.Contests),
  ab: lazy(load, (m) => m.ContestPage),
  chains: lazy(load, (m) => m.Chains),
  chain: lazy(load, (m) => m.ChainPage),
  edit: lazy(load, (m) => m.Edit),
  stats: lazy(load, (m) => m.Statistics),
  knowledge: lazy(load, (m) => m.Knowledge),
  settings: lazy(load, (m) => m.Settings),
};

/** Everything on the page: the bar, the page for the address, and what may cover it. */
export function Frame() {
  useGlobalCommands();
  if (access.value === "no") return <SignIn />;
  const Page = pages[route.value.path[0] ?? ""] ?? Sessions;
  return (
    <>
      <a class="skip" href="#main">
        Skip to the page
      </a>
      <Bar />
      <Away />
      <main id="main" tabIndex={-1}>
        <Page />
      </main>
      <Dialogs />
      <Failures />
      <Announcer />
    </>
  );
}
