import { useEffect, useState } from "preact/hooks";
import { search, type Hit } from "../../api/client";
import { useResource } from "../../live/resource";
import { count, lastPart } from "../../values/amount";
import { Empty, Failed, Loading, Warnings } from "../../parts/states";
import { Text } from "../../parts/text";
import { age } from "../../values/when";
import { useTitle } from "../../shell/title";
import { local, restate, route, sessionPath } from "../../shell/route";

/** The search in all texts of all sessions. */
export function Search() {
  const words = route.value.query.get("q") ?? "";
  const [typed, setTyped] = useState(words);
  useTitle(words && `“${words}”`);
  useEffect(() => {
    const timer = setTimeout(() => {
      if (typed.trim() !== words) restate(local("/search") + `?${new URLSearchParams({ q: typed.trim() })}`);
    }, 200);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <div class="page">
      <form class="filter" role="search" onSubmit={(event) => event.preventDefault()}>
        <input
          type="search"
          value={typed}
          onInput={(event) => setTyped(event.currentTarget.value)}
          placeholder='Words, "a phrase", tool:bash, cli:codex, path:main.go'
          aria-label="Search all sessions"
          autofocus
        />
      </form>
      {words ? <Hits key={words} words={words} /> : <Empty title="Search all texts">Prompts, answers, commands and their output, in the sessions of all CLIs.</Empty>}
    </div>
  );
}

/** The interval between two searches while sessions are being read, in milliseconds. */
const pause = 2000;

function Hits({ words }: { words: string }) {
  const { value, problem, reload } = useResource(`search ${words}`, (signal) => search({ q: words, limit: 100 }, { signal }));
  const isIncomplete = value.value?.incomplete ?? false;
  useEffect(() => {
    if (!isIncomplete) return;
    const timer = setTimeout(reload, pause);
    return () => clearTimeout(timer);
  }, [value.value]);
  if (problem.value) return <Failed problem={problem.value} again={reload} />;
  if (!value.value) return <Loading what="Searching" />;
  const hits = value.value.items ?? [];
  if (hits.length === 0 && isIncomplete) return <Loading what="Reading sessions that are new" />;
  if (hits.length === 0) return <Empty title="Nothing found">No session has {words}.</Empty>;
  return (
    <>
      <p class="meta page-meta" role="status">
        {count(value.value.hits, "place")} in {count(value.value.sessions, "session")}
        {hits.length < value.value.hits && `, the best ${hits.length} of them`}
      </p>
      <Warnings of={value.value.warnings} />
      {bySession(hits).map((found) => (
        <SessionHits key={found[0]?.reference} hits={found} />
      ))}
    </>
  );
}

/** Groups hits by session. The session with the best hit comes first. */
function bySession(hits: Hit[]): Hit[][] {
  const sessions = new Map<string, Hit[]>();
  for (const hit of hits) {
    const known = sessions.get(hit.reference);
    if (known) known.push(hit);
    else sessions.set(hit.reference, [hit]);
  }
  return [...sessions.values()];
}

/** The hits in one session. */
function SessionHits({ hits }: { hits: Hit[] }) {
  const first = hits[0];
  if (!first) return null;
  return (
    <section class="hits-of-session">
      <h2>
        <a href={sessionPath(first.reference)}>
          <Text of={first.title || first.reference} />
        </a>
      </h2>
      <p class="meta">
        <span class="cli">{first.cli}</span> · <Text of={lastPart(first.project)} /> · {count(Math.max(first.of, hits.length), "place")}
        {hits.length < first.of && `, ${hits.length} shown`}
      </p>
      <ul class="hits">
        {hits.map((hit, n) => (
          <li key={n}>
            <HitRow hit={hit} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A place that matches. The session opens at the entry, and marks the first word that matched. */
function HitRow({ hit }: { hit: Hit }) {
  const match = hit.context?.find((span) => span.match)?.text ?? "";
  const entry = new URLSearchParams({ t: String(hit.turn), ...(hit.entry && { e: hit.entry }) });
  return (
    <a class="hit" href={`${sessionPath(hit.reference)}?${new URLSearchParams({ find: match })}#${entry}`}>
      <p class="meta">
        turn {hit.turn} · {hit.kind} · {age(hit.time)}
      </p>
      <p class="context">
        {(hit.context ?? []).map((span, n) => (span.match ? <mark key={n}><Text of={span.text} /></mark> : <Text key={n} of={span.text} />))}
      </p>
    </a>
  );
}
