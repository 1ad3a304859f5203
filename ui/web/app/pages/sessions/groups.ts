import type { Session } from "../../api/client";
import { dayOf } from "../../values/when";

/** A row of the list: a session, or a title. */
export type Row = { title: string } | { session: Session };

/** Inserts titles between the sessions: active ones first, then days. */
export function grouped(sessions: Session[]): Row[] {
  const rows: Row[] = [];
  const working = sessions.filter((s) => s.state !== "idle");
  if (working.length > 0) rows.push({ title: "Working" }, ...working.map((session) => ({ session })));
  let day = "";
  for (const session of sessions) {
    if (session.state !== "idle") continue;
    const its = dayOf(session.updated);
    if (its !== day) rows.push({ title: its });
    day = its;
    rows.push({ session });
  }
  return rows;
}
