import { useState } from "preact/hooks";
import type { CompareCalls, CompareComparison, ComparePair, CompareSide, CompareText, CompareTurn } from "../../api/client";
import { amount, count } from "../../values/amount";
import { short } from "../../values/reference";
import { Text } from "../../parts/text";
import { visible } from "../../values/visible";
import { tokensOf } from "../../values/tokens";
import { duration } from "../../values/when";
import { sessionPath } from "../../shell/route";

/** Two turns side by side. Parts that only one has are marked. */
export function TurnPair({ pair, comparison, chosen }: { pair: ComparePair; comparison: CompareComparison; chosen: boolean }) {
  return (
    <div class={"pair" + (chosen ? " chosen" : "")}>
      <Turn turn={pair.left} other={pair.right} side={comparison.left} />
      <Turn turn={pair.right} other={pair.left} side={comparison.right} />
    </div>
  );
}

function Turn({ turn, other, side }: { turn: CompareTurn | undefined; other: CompareTurn | undefined; side: CompareSide }) {
  if (!turn) return <div class="turn none meta">No turn of {short(side.session)} goes with it.</div>;
  return (
    <section class="turn" aria-label={visible(`Turn ${turn.turn} of ${side.session}`)}>
      <h2>
        <a href={`${sessionPath(side.session)}#t=${turn.turn}`}>{turn.turn}</a> <span class="turn-side">{short(side.session)}</span>
        <span class="turn-figures">{figures(turn)}</span>
      </h2>
      <Said who="You" of={turn.prompt} differs={!other || other.prompt.text !== turn.prompt.text} />
      <CallList calls={turn.calls} others={other?.calls} />
      <FileList title="changed" files={turn.changed} others={other?.changed} />
      <FileList title="read" files={turn.read} others={other?.read} />
      {turn.errors?.map((error, n) => (
        <p class="turn-error bad" key={n}>
          <Text of={error} />
        </p>
      ))}
      <Said who={side.cli} of={turn.answer} differs={!other || other.answer.text !== turn.answer.text} />
    </section>
  );
}

/** A text of a turn, or the beginning of a long one. A text that both sides have is dim. */
function Said({ who, of, differs }: { who: string; of: CompareText; differs: boolean }) {
  const [whole, show] = useState(false);
  if (!of.text) return null;
  const isLong = of.text.length > 1200 || of.text.split("\n").length > 14;
  return (
    <div class={"said-text" + (differs ? "" : " dim")}>
      <b>{who}</b>
      <p dir="auto" class={isLong && !whole ? "clamped" : ""}>
        {visible(of.text)}
        {of.more ? <span class="meta"> … {amount(of.more)} bytes more</span> : ""}
      </p>
      {isLong && (
        <button type="button" class="quiet" aria-expanded={whole} onClick={() => show(!whole)}>
          {whole ? "Less" : "The whole text"}
        </button>
      )}
    </div>
  );
}

function CallList({ calls, others }: { calls: CompareCalls[] | null | undefined; others: CompareCalls[] | null | undefined }) {
  if (!calls?.length) return null;
  return (
    <p class="turn-line">
      <b>calls</b>
      <span>
        {calls.map((call) => (
          <span key={call.tool} class={"call" + (others?.find((o) => o.tool === call.tool)?.count === call.count ? " dim" : "")}>
            <Text of={call.tool} /> {call.count > 1 && `×${call.count}`} {call.failed ? <span class="bad">{call.failed} failed</span> : ""}
          </span>
        ))}
      </span>
    </p>
  );
}

function FileList({ title, files, others }: { title: string; files: string[] | null | undefined; others: string[] | null | undefined }) {
  if (!files?.length) return null;
  return (
    <p class="turn-line">
      <b>{title}</b>
      <span>
        {files.map((file) => (
          <code key={file} class={"call" + (others?.includes(file) ? " dim" : "")}>
            <Text of={file} />
          </code>
        ))}
      </span>
    </p>
  );
}

function figures(turn: CompareTurn): string {
  const calls = (turn.calls ?? []).reduce((sum, c) => sum + c.count, 0);
  const time = Date.parse(turn.last ?? "") - Date.parse(turn.first ?? "");
  const tokens = tokensOf(turn.usage);
  return [calls ? count(calls, "call") : "", tokens ? `${amount(tokens)} tokens` : "", time >= 0 ? duration(time) : ""].filter(Boolean).join(" · ");
}
