import type { ComponentChildren } from "preact";
import type { AbContest, AbContestant } from "../../api/client";
import { amount, cost } from "../../values/amount";
import { Amounts } from "../../parts/changes";
import { tokensOf } from "../../values/tokens";
import { duration, now } from "../../values/when";
import { path } from "../../shell/route";
import { openPick } from "./pick";
import { isPickable, isWorking, stateOf } from "./state";

interface BoardProps {
  contest: AbContest;
  chosen: AbContestant | undefined;
  choose: (name: string) => void;
  acts: boolean;
}

/** The contestants side by side. If there is no room for a table, each is a block. The roles keep it a table for screen readers. */
export function Board(props: BoardProps) {
  return (
    <table class="contest-board" role="table" aria-label="Contestants">
      <thead role="rowgroup">
        <tr role="row">
          {["Contestant", "State", "Check", "Diff", "Files", "Tokens", "Cost", "Time", "Acts"].map((title) => (
            <th key={title} scope="col" role="columnheader" class={isNumber(title) ? "number" : ""}>
              {title === "Acts" ? <span class="unseen">Acts</span> : title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {(props.contest.contestants ?? []).map((one) => (
          <Contestant key={one.name} one={one} {...props} />
        ))}
      </tbody>
    </table>
  );
}

function isNumber(title: string): boolean {
  return ["Diff", "Files", "Tokens", "Cost", "Time"].includes(title);
}

function Contestant({ one, contest, chosen, choose, acts }: BoardProps & { one: AbContestant }) {
  const state = stateOf(one);
  const isChosen = chosen?.name === one.name;
  return (
    <tr role="row" class={isChosen ? "chosen" : ""} onClick={() => choose(one.name)} id={`choice-${one.name}`}>
      <th scope="row" role="rowheader">
        {one.name}
        {one.model && <span class="meta"> {one.model}</span>}
        {contest.picked?.name === one.name && <span class="ok"> ✓ picked</span>}
      </th>
      <td role="cell" class={state.look}>
        {state.text}
      </td>
      <Check one={one} />
      <Figure>{one.commit && <Amounts added={one.added} deleted={one.deleted} />}</Figure>
      <Figure unit={one.files === 1 ? "file" : "files"}>{one.commit && one.files}</Figure>
      <Figure unit="tokens">{tokensOf(one.usage) > 0 && amount(tokensOf(one.usage))}</Figure>
      <Figure>{cost(one.cost)}</Figure>
      <Figure>{took(one)}</Figure>
      <td role="cell">
        <div class="buttons">
          {isWorking(one) && (
            <a class="button" href={path("r", one.run ?? "")}>
              Watch
            </a>
          )}
          {one.commit && (
            <button type="button" aria-pressed={isChosen} onClick={() => choose(one.name)}>
              Diff
            </button>
          )}
          {acts && isPickable(contest, one) && (
            <button type="button" onClick={() => openPick(contest, one)}>
              Pick
            </button>
          )}
        </div>
      </td>
    </tr>
  );
}

/** How long a contestant has worked, up to now if it still does. */
function took(one: AbContestant): string {
  if (one.duration_ms) return duration(one.duration_ms);
  const since = now.value - Date.parse(one.started ?? "");
  return one.state !== "waiting" && since >= 0 ? duration(since) : "";
}

function Check({ one }: { one: AbContestant }) {
  if (!one.check) return <Figure start />;
  const passed = one.check.exit_code === 0;
  return (
    <td role="cell" class={passed ? "ok" : "bad"}>
      {passed ? "✓ passed" : "✗ failed"}
    </td>
  );
}

/** A figure, or a dash if it is unknown or does not exist. The unit follows if the table has no header. */
function Figure({ unit, start, children }: { unit?: string; start?: boolean; children?: ComponentChildren }) {
  const none = children === undefined || children === false || children === "";
  return (
    <td role="cell" class={(start ? "" : "number") + (none ? " none dim" : "")} data-unit={unit}>
      {none ? "–" : children}
    </td>
  );
}
