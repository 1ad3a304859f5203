import type { Run } from "../../api/client";
import { useNeedsYou } from "../../live/answers";
import { useCalm } from "../../live/calm";
import { useActiveRuns } from "../../live/runs";
import { dayOf } from "../../values/when";
import { useEnded } from "./ended";

/** The runs that wait for the user, those that work, and those that have ended, today's apart. The last two do not move while the user is busy. */
export function useGroups() {
  const active = useActiveRuns();
  const ended = useEnded();
  const waits = useNeedsYou();
  const shown = useCalm(active.value.value && ended.value.value && { active: active.value.value, ended: ended.value.value });
  const working = (shown?.active.items ?? []).filter((run) => !run.question && !waits.some((w) => w.id === run.id));
  const today = (shown?.ended.items ?? []).filter(isToday);
  const before = (ended.value.value?.items ?? []).filter((run) => !isToday(run)); // they have no place that others could take
  return { active, ended, waits, working, today, before };
}

function isToday(run: Run): boolean {
  return dayOf(run.since ?? run.started) === "Today";
}
