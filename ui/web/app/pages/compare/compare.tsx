import { compareSessions, type CompareComparison } from "../../api/client";
import type { Change } from "../../live/events";
import { useResource } from "../../live/resource";
import { Failed, Loading } from "../../parts/states";
import { navigate, route } from "../../shell/route";
import { comparePath } from "./address";
import { Chooser } from "./chooser";
import { Pairs } from "./pairs";

/** Two sessions side by side: their common beginning, then what each did, turn by turn. */
export function Compare() {
  const a = route.value.query.get("a") ?? "";
  const b = route.value.query.get("b") ?? "";
  if (!a || !b) return <Chooser key={`${a} ${b}`} a={a} b={b} />;
  return <Comparison key={`${a} ${b}`} a={a} b={b} />;
}

function Comparison({ a, b }: { a: string; b: string }) {
  const { value, problem, reload } = useResource<CompareComparison>(
    `compare ${a} ${b}`,
    (signal) => compareSessions({ a, b }, { signal }),
    (change) => isOf(change, a) || isOf(change, b),
  );
  if (!value.value) {
    return problem.value ? <Failed problem={problem.value} again={reload} /> : <Loading what="Comparing the sessions" />;
  }
  return (
    <section class="compare" aria-label="Comparison">
      {problem.value && <Failed problem={problem.value} again={reload} />}
      <Pairs comparison={value.value} swap={() => navigate(comparePath(b, a))} />
    </section>
  );
}

/** Whether a change affects a session, or the run that recorded it. */
function isOf(change: Change, reference: string): boolean {
  return (change.topic === "session" && change.ref.startsWith(reference)) || (change.topic === "run" && `run:${change.ref}`.startsWith(reference));
}
