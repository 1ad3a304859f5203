import type { Entry } from "../../../api/client";
import { count } from "../../../values/amount";
import { Markdown, PlainText } from "../../../parts/markdown";
import { Text } from "../../../parts/text";
import { visible } from "../../../values/visible";
import { Attachments } from "./attachments";
import { Call, Cut, Result } from "./call";
import { Fold } from "./fold";
import { bodyOf, isContext, thinkingOf } from "./folds";
import { metaOf } from "./meta";
import type { Reading } from "./reading";

/** How many characters of Markdown are rendered. Longer texts are shown as written: rendering one of a megabyte stops the page for seconds. */
const mostRendered = 300_000;

interface EntryRowProps {
  reading: Reading;
  entry: Entry;
  /** The result of a call. */
  result: Entry | undefined;
  /** The speaker from here on. It is empty if the speaker has not changed. */
  speaker: string;
  /** Whether an abandoned branch begins here. */
  branches: boolean;
}

/** A step of a session. */
export function EntryRow({ reading, entry, result, speaker, branches }: EntryRowProps) {
  return (
    <div class={"entry " + (speaker ? "begins " : "") + (entry.branch ? "abandoned" : "")} onClick={(event) => chooseBy(event, reading, entry.n)} onPointerEnter={() => (reading.hovered.value = entry.n)}>
      {speaker && <h2 class="speaker">{speaker}</h2>}
      {branches && <p class="meta">An abandoned branch: the conversation went on from an earlier entry.</p>}
      <Body reading={reading} entry={entry} result={result} />
      <Attachments reading={reading} of={entry} />
      {result && <Attachments reading={reading} of={result} />}
      <p class="unseen">{metaOf(entry)}</p>
    </div>
  );
}

/** Chooses an entry by a click, unless the click was on a control or ended a selection. */
function chooseBy(event: MouseEvent, reading: Reading, n: number) {
  const at = event.target instanceof Element ? event.target : undefined;
  if (at?.closest("a, button, pre, .changes-lines, .table") || getSelection()?.isCollapsed === false) return;
  reading.choose(n);
}

function Body({ reading, entry, result }: { reading: Reading; entry: Entry; result: Entry | undefined }) {
  if (entry.type === "tool_call") return <Call reading={reading} call={entry} result={result} />;
  if (entry.type === "tool_result") return <Result reading={reading} result={entry} />;
  return (
    <>
      {entry.thinking && <Folded reading={reading} part={thinkingOf(entry)} what="thinking" text={entry.thinking} />}
      {isContext(entry) ? <Folded reading={reading} part={bodyOf(entry)} what={entry.origin ?? "system"} text={entry.text ?? ""} /> : <Said reading={reading} entry={entry} />}
      <Cut reading={reading} of={entry} />
    </>
  );
}

/** The text that the user typed, or the model's answer. */
function Said({ reading, entry }: { reading: Reading; entry: Entry }) {
  if (!entry.text) return null;
  return reading.raw.value || entry.cut || entry.text.length > mostRendered ? <PlainText of={entry.text} /> : <Markdown of={entry.text} breaks={entry.type === "user"} />;
}

/** A text that is seldom needed, as one line: what it is and how it begins. */
function Folded({ reading, part, what, text }: { reading: Reading; part: ReturnType<typeof bodyOf>; what: string; text: string }) {
  const lines = text.trim().split("\n");
  const head = (
    <>
      <span class="tool">{visible(what)}</span>
      <span class="told">
        <Text of={(lines[0] ?? "").slice(0, 200)} />
      </span>
    </>
  );
  return (
    <Fold reading={reading} part={part} head={head} aside={lines.length > 1 ? count(lines.length, "line") : undefined}>
      {part.key.endsWith("thinking") && !reading.raw.value ? <Markdown of={text} /> : <PlainText of={text} />}
    </Fold>
  );
}
