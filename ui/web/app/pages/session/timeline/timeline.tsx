import { useEffect, useMemo, useRef } from "preact/hooks";
import type { Detail } from "../../../api/client";
import { useMachine } from "../../../live/machine";
import { Rows } from "../../../parts/rows";
import { Empty, Failed, Loading } from "../../../parts/states";
import { route } from "../../../shell/route";
import { partsOf } from "../../../values/reference";
import { EntryRow } from "./entry";
import { FindBar } from "./find_bar";
import { Foot } from "./foot";
import { useHighlights } from "./found";
import { useMoves } from "./moves";
import { Reading } from "./reading";
import { beginsBranch, speakerOf } from "./speaker";

/** The conversation and the actions of a session. */
export function Timeline({ session }: { session: Detail }) {
  const reading = useMemo(() => new Reading(session), [session.reference]);
  useEffect(() => reading.open(), [reading]);
  // A run can end after its journal was read and before the page follows changes.
  useEffect(() => reading.pages.update(session.rev), [reading, session.rev]);
  const { fragment } = route.value;
  useEffect(() => void reading.follow(), [fragment.toString()]);
  useMoves(reading);
  return (
    <div class="timeline">
      {reading.finder.open.value && <FindBar finder={reading.finder} from={() => reading.here()} />}
      <Content reading={reading} />
    </div>
  );
}

function Content({ reading }: { reading: Reading }) {
  if (reading.problem.value) return <Failed problem={reading.problem.value} again={() => void reading.prepare()} />;
  if (!reading.ready.value) return <Loading what="Reading the session" />;
  if (reading.pages.total.value === 0) return <Empty title="Nothing was said yet">The session has no entry. What its CLI writes appears here.</Empty>;
  return <Entries reading={reading} />;
}

function Entries({ reading }: { reading: Reading }) {
  const { pages } = reading;
  const titles = useMachine().value.value?.clis ?? [];
  const cli = titles.find(({ name }) => name === reading.session.cli)?.title ?? speakerIn(reading.session);
  const version = pages.version.value; // the drawing depends on it
  const within = useRef<HTMLDivElement>(null);
  useHighlights(reading, within);
  return (
    <div class="entries" ref={within} data-version={version} onPointerLeave={() => (reading.hovered.value = -1)}>
      {pages.problem.value && <Failed problem={pages.problem.value} again={() => pages.again()} />}
      <Rows
        label="Timeline"
        role="feed"
        count={pages.total.value}
        keyOf={(n) => n}
        estimate={(n) => reading.height(n)}
        isFilled={(n) => pages.entry(n) !== undefined}
        isShown={(n) => pages.entry(n) === undefined || reading.isShown(n)}
        chosen={reading.chosen.value}
        draw={(n) => {
          const entry = pages.entry(n);
          if (!entry || !reading.isShown(n)) return null;
          return <EntryRow reading={reading} entry={entry} result={pages.resultOf(entry)} speaker={speakerOf(reading, n, cli)} branches={beginsBranch(reading, n)} />;
        }}
        onView={(first, last) => pages.want(first, last)}
        onScroll={(atEnd) => reading.scrolled(atEnd)}
        handle={(rows) => reading.attach(rows)}
      />
      {reading.fresh.value > 0 && (
        <button type="button" class="new-ones" onClick={() => reading.rows?.toEnd()}>
          ↓ {reading.fresh.value.toLocaleString("en")} new
        </button>
      )}
      <Foot reading={reading} />
    </div>
  );
}

/** The name of the assistant in a session whose CLI is not on the machine, or in a run, whose journal may have the answers of several CLIs. */
function speakerIn({ cli, reference }: Detail): string {
  return partsOf(reference).cli === "run" ? "Model" : cli.slice(0, 1).toUpperCase() + cli.slice(1);
}
