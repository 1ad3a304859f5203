import { useEffect, useState } from "preact/hooks";
import { listKnowledge, type LearntPiece } from "../../api/client";
import { useFresh } from "../../live/fresh";
import { useResource } from "../../live/resource";
import { useChoice } from "../../parts/choice";
import { Empty, Failed, Loading } from "../../parts/states";
import { useCommands } from "../../shell/keys";
import { navigate } from "../../shell/route";
import { Piece, placeOf } from "./piece";
import { kinds, want, wantedNow, type Kind, type Wanted } from "./wanted";

/** The maximum number of findings, the latest ones. Words and kinds find the others. */
const most = 500;

/** What was learnt in earlier sessions. */
export function Knowledge() {
  const wanted = wantedNow();
  useCommands([
    { title: "Next kind", keys: ["]"], run: () => want({ kind: next(wanted.kind, 1) }) },
    { title: "Previous kind", keys: ["["], run: () => want({ kind: next(wanted.kind, -1) }) },
    { title: "Filter", keys: ["/"], run: () => document.querySelector<HTMLInputElement>("#knowledge-words")?.focus() },
  ]);
  return (
    <div class="page knowledge">
      <header class="board-head">
        <h1>Knowledge</h1>
      </header>
      <nav class="tabs" aria-label="Kinds">
        {Object.entries(kinds).map(([kind, title]) => (
          <button type="button" key={kind} aria-pressed={kind === wanted.kind} onClick={() => want({ kind: kind as Kind })}>
            {title}
          </button>
        ))}
      </nav>
      <Fields wanted={wanted} />
      <Pieces key={JSON.stringify(wanted)} wanted={wanted} />
    </div>
  );
}

function next(kind: Kind, by: number): Kind {
  const all = Object.keys(kinds) as Kind[];
  return all[(all.indexOf(kind) + by + all.length) % all.length] ?? "";
}

/** The fields for words and a project. The address changes once the user pauses. */
function Fields({ wanted }: { wanted: Wanted }) {
  const [words, setWords] = useState(wanted.q);
  const [project, setProject] = useState(wanted.project);
  useEffect(() => {
    const timer = setTimeout(() => {
      if (words.trim() !== wanted.q || project.trim() !== wanted.project) want({ q: words.trim(), project: project.trim() });
    }, 250);
    return () => clearTimeout(timer);
  }, [words, project]);
  return (
    <form class="filter" role="search" onSubmit={(event) => event.preventDefault()}>
      <input
        id="knowledge-words"
        type="search"
        placeholder="Words"
        aria-label="Words that each piece has"
        value={words}
        onInput={(event) => setWords(event.currentTarget.value)}
      />
      <input
        type="search"
        placeholder="Project"
        aria-label="Project: a folder with all below it, or the name of one"
        value={project}
        onInput={(event) => setProject(event.currentTarget.value)}
      />
    </form>
  );
}

function Pieces({ wanted }: { wanted: Wanted }) {
  const resource = useResource(`knowledge ${JSON.stringify(wanted)}`, (signal) =>
    listKnowledge({ q: wanted.q || undefined, kind: wanted.kind ? [wanted.kind] : undefined, project: wanted.project || undefined, limit: most }, { signal }),
  );
  const { value, problem, reload } = resource;
  useFresh(resource);
  const pieces = value.value?.items ?? [];
  const choice = useChoice(
    pieces.map((piece) => piece.id),
    "piece",
    (id) => {
      const piece = pieces.find((p) => p.id === id);
      if (piece) navigate(placeOf(piece));
    },
  );
  if (!value.value) return problem.value ? <Failed problem={problem.value} again={reload} /> : <Loading what="Reading what was learnt" />;
  if (pieces.length === 0) return <Nothing wanted={wanted} />;
  return (
    <>
      {problem.value && <Failed problem={problem.value} again={reload} />}
      <ul class="pieces">
        {pieces.map((piece: LearntPiece) => (
          <li key={piece.id} id={`choice-${piece.id}`} aria-current={choice.chosen === piece.id ? "true" : undefined}>
            <Piece piece={piece} />
          </li>
        ))}
        {pieces.length === most && <li class="meta">These are the latest {most}. Words find the others.</li>}
      </ul>
    </>
  );
}

function Nothing({ wanted }: { wanted: Wanted }) {
  if (wanted.q || wanted.kind || wanted.project) {
    return (
      <Empty title="Nothing like that was learnt">
        <p>Take fewer words, another kind or another project.</p>
      </Empty>
    );
  }
  return (
    <Empty title="Nothing was learnt yet">
      <p>Decisions, errors with their cures, corrections and patterns of your sessions are here, once they are extracted:</p>
      <p>
        <code>stead session extract</code>
      </p>
    </Empty>
  );
}
