import { useState } from "preact/hooks";
import { listSessions } from "../../api/client";
import { useResource } from "../../live/resource";
import { lastPart } from "../../values/amount";
import { useChoice } from "../../parts/choice";
import { short } from "../../values/reference";
import { Failed, Loading } from "../../parts/states";
import { Text } from "../../parts/text";
import { age } from "../../values/when";
import { navigate } from "../../shell/route";
import { comparePath } from "./address";

/** Asks for the missing session of a comparison. */
export function Chooser({ a, b }: { a: string; b: string }) {
  const [words, setWords] = useState("");
  const given = a || b;
  function choose(reference: string) {
    navigate(a ? comparePath(a, reference) : comparePath(reference, b));
  }
  return (
    <div class="page chooser">
      <h1>Compare two sessions</h1>
      <p class="page-meta">
        {given ? (
          <>
            <code>{short(given)}</code> with which one?
          </>
        ) : (
          "Choose the first one. In a list of sessions, m marks one and = compares another one with it."
        )}
      </p>
      <form class="filter" role="search" onSubmit={(event) => event.preventDefault()}>
        <input
          type="search"
          value={words}
          onInput={(event) => setWords(event.currentTarget.value)}
          placeholder="Words of the session"
          aria-label="Find a session"
          autofocus
        />
      </form>
      <Found words={words.trim()} without={given} choose={choose} />
    </div>
  );
}

function Found({ words, without, choose }: { words: string; without: string; choose: (reference: string) => void }) {
  const { value, problem, reload } = useResource(
    `choose ${words}`,
    (signal) => listSessions({ q: words || undefined, here: true, limit: 30 }, { signal }),
    (change) => change.topic === "session",
  );
  const sessions = (value.value?.items ?? []).filter((s) => s.reference !== without);
  const choice = useChoice(
    sessions.map((s) => s.reference),
    "session",
    choose,
  );
  if (problem.value && !value.value) return <Failed problem={problem.value} again={reload} />;
  if (!value.value) return <Loading what="Looking for sessions" />;
  if (sessions.length === 0) return <p class="state dim">No session has these words.</p>;
  return (
    <ul class="choices">
      {sessions.map((session) => (
        <li key={session.reference} id={`choice-${session.reference}`}>
          <button type="button" aria-current={choice.chosen === session.reference ? "true" : undefined} onClick={() => choose(session.reference)}>
            <span class="cli">{session.cli}</span>
            <span class="title">
              <Text of={session.title || "(no title)"} />
            </span>
            <span class="where">
              <Text of={lastPart(session.project)} /> · {age(session.updated)}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
