import { getSession, type Detail } from "../../api/client";
import { useResource, type Resource } from "../../live/resource";
import { count } from "../../values/amount";
import { Folder } from "../../parts/folder";
import { Failed, Loading } from "../../parts/states";
import { Text } from "../../parts/text";
import { lazy } from "../../parts/lazy";
import { local, sessionPath } from "../../shell/route";
import { useTitle } from "../../shell/title";
import { Acts, useSessionCommands } from "./acts";
import { window } from "./window";
import { short } from "../../values/reference";

const views = {
  "": { title: "Timeline", View: lazy(() => import("./views"), (m) => m.Timeline) },
  tree: { title: "Tree", View: lazy(() => import("./views"), (m) => m.Tree) },
  terminal: { title: "Terminal", View: lazy(() => import("./terminal"), (m) => m.SessionTerminal) },
  replay: { title: "Replay", View: lazy(() => import("./terminal"), (m) => m.SessionReplay) },
  details: { title: "Details", View: lazy(() => import("./views"), (m) => m.Details) },
};

/** One session: its facts, and one of its views. */
export function SessionPane({ cli, id, view }: { cli: string; id: string; view: string }) {
  const resource: Resource<Detail> = useResource(
    `session ${cli}:${id}`,
    (signal) => getSession({ cli, id }, { signal }),
    (change) => change.topic === "session" && change.ref === resource.value.peek()?.reference, // the address may have a prefix of its id, or latest
  );
  const { value, problem, reload } = resource;
  useSessionCommands(value.value);
  const session = value.value;
  useTitle(session?.title ?? "");
  if (!session) return problem.value ? <Failed problem={problem.value} again={reload} /> : <Loading what="Reading the session" />;
  const { View } = views[view as keyof typeof views] ?? views[""];
  return (
    <div class="session">
      <header class="session-head">
        <a class="narrow-only back" href={local("/")} aria-label="Back to the sessions">
          ←
        </a>
        <div>
          <h1>
            <Text of={session.title || "(no title)"} />
          </h1>
          <p class="meta">
            <code>{short(session.reference)}</code> · <Folder of={session.project} /> · {count(session.turns, "turn")}
            {session.fit && ` · ${window(session.fit)}`}
          </p>
        </div>
        <Acts session={session} />
      </header>
      <nav class="tabs" aria-label="Views of the session">
        {Object.entries(views).map(([name, { title }]) => (
          <a key={name} href={sessionPath(session.reference, name)} aria-current={name === view ? "page" : undefined}>
            {title}
          </a>
        ))}
      </nav>
      <div class="session-view">
        <View session={session} />
      </div>
    </div>
  );
}
