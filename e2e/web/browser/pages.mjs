// Every page there is, and the dialogs over them.

/** The address of a session, or of one of its views. */
export function sessionPath(reference, view = "") {
  const at = reference.indexOf(":");
  return "/" + ["s", reference.slice(0, at), reference.slice(at + 1), ...(view ? [view] : [])].map(encodeURIComponent).join("/");
}

/** Names the pages of a machine by what it has: sessions, and a run, contest, chain and draft by their ids. */
export function everyPage({ sessions, run, contest, chain, draft, words }) {
  const [first, second = first] = sessions;
  return [
    { name: "sessions", path: "/" },
    { name: "search", path: `/search?${new URLSearchParams({ q: words })}` },
    { name: "session", path: sessionPath(first) },
    { name: "tree", path: sessionPath(first, "tree") },
    { name: "details", path: sessionPath(first, "details") },
    { name: "terminal", path: run && sessionPath(`run:${run}`, "terminal") },
    { name: "replay", path: run && sessionPath(`run:${run}`, "replay") },
    { name: "runs", path: "/runs" },
    { name: "run", path: run && `/r/${run}` },
    { name: "contests", path: "/contests" },
    { name: "contest", path: contest && `/ab/${contest}` },
    { name: "chains", path: "/chains" },
    { name: "chain", path: chain && `/chain/${chain}` },
    { name: "compare", path: `/compare?${new URLSearchParams({ a: first, b: second })}` },
    { name: "editor", path: draft && `/edit/${draft}` },
    { name: "statistics", path: "/stats" },
    { name: "knowledge", path: "/knowledge" },
    { name: "settings", path: "/settings" },
    { name: "keys", path: "/", key: "?" },
    { name: "commands", path: sessionPath(first), key: "Control+k" },
    { name: "continue", path: sessionPath(first), key: "c" },
    { name: "fork", path: sessionPath(first), key: "f" },
    { name: "a contest from here", path: sessionPath(first), key: "b" },
    { name: "a chain from here", path: sessionPath(first), key: "h" },
  ].filter((page) => page.path);
}
