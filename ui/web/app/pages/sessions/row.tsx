import type { Session } from "../../api/client";
import { lastPart } from "../../values/amount";
import { Text } from "../../parts/text";
import { visible } from "../../values/visible";
import { age } from "../../values/when";
import { sessionPath } from "../../shell/route";
import { On } from "../../parts/others";
import { marked } from "../../parts/mark";

/** A session in a list: its state, its CLI, its title, its place and its time. */
export function SessionRow({ session, open }: { session: Session; open: boolean }) {
  return (
    <a class={`session-row ${session.state}`} href={sessionPath(session.reference)} aria-current={open ? "true" : undefined} id={`row-${session.reference}`}>
      {session.state !== "idle" && <span class={"what " + (session.state === "waiting" ? "wait" : "ok")}>{session.state}</span>}
      <span class="cli">{session.cli}</span>
      <span class="title" title={visible(session.title)}>
        <On machine={session.machine} seen={session.seen} />{" "}
        {marked.value === session.reference && <span class="mark">marked · </span>}
        <Text of={session.title || "(no title)"} />
      </span>
      <span class="where">
        <Text of={lastPart(session.project)} /> · {age(session.updated)}
      </span>
    </a>
  );
}
