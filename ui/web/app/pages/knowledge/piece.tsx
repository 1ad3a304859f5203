import type { LearntPiece } from "../../api/client";
import { lastPart } from "../../values/amount";
import { short } from "../../values/reference";
import { Text } from "../../parts/text";
import { age, moment } from "../../values/when";
import { sessionPath } from "../../shell/route";

const names: Record<string, string> = { decision: "decision", error_solution: "error and cure", skill_learning: "correction", pattern: "pattern" };

/** A finding: its text, how it was found, how far it can be trusted, and where it comes from. */
export function Piece({ piece }: { piece: LearntPiece }) {
  return (
    <article class={"piece" + (piece.superseded ? " superseded" : "")}>
      <p class="piece-text" dir="auto">
        {piece.superseded && <span class="wait">superseded · </span>}
        <Text of={piece.text} />
      </p>
      {reason(piece) && (
        <p class="dim">
          Because <Text of={reason(piece)} />
        </p>
      )}
      <p class="meta">
        {names[piece.kind] ?? piece.kind} · <Text of={howFound(piece)} /> ·{" "}
        <span title={`confidence ${piece.confidence.toFixed(2)}`}>{trust(piece.confidence)}</span> · {seen(piece)}
      </p>
      <p class="meta">
        <a href={placeOf(piece)}>
          {short(piece.reference)}
          {piece.turn ? `, turn ${piece.turn}` : ""}
        </a>
        {piece.project && (
          <>
            {" "}
            · <Text of={lastPart(piece.project)} />
          </>
        )}
        {piece.last_seen && (
          <>
            {" "}
            · <span title={moment(piece.last_seen)}>{age(piece.last_seen)}</span>
          </>
        )}
        {(piece.files ?? []).map((file) => (
          <code key={file}>
            {" "}
            <Text of={file} />
          </code>
        ))}
      </p>
    </article>
  );
}

/** The address of the place that a finding comes from. */
export function placeOf(piece: LearntPiece): string {
  return sessionPath(piece.reference) + (piece.turn ? `#t=${piece.turn}` : "");
}

/** Says in words how many of ten such findings are right. */
function trust(confidence: number): string {
  if (confidence >= 0.9) return "nearly always right";
  if (confidence >= 0.75) return "mostly right";
  if (confidence >= 0.6) return "often right";
  return "right about every second time";
}

/** Names the rule that made a finding, without the kind, which is shown anyway. */
function howFound(piece: LearntPiece): string {
  return piece.rule.replace(/^\w+: /, "");
}

function seen(piece: LearntPiece): string {
  return piece.times_seen === 1 ? "seen once" : `seen ${piece.times_seen} times`;
}

function reason(piece: LearntPiece): string {
  const told = piece.detail.reason;
  return typeof told === "string" ? told : "";
}
