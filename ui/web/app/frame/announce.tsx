import { useEffect, useRef, useState } from "preact/hooks";
import { useActiveRuns, waiting } from "../live/runs";
import { visible } from "../values/visible";

/** Announces once, to screen readers, what needs the user. It is the only polite live region of the page. */
export function Announcer() {
  const told = useRef(new Set<string>());
  const [text, setText] = useState("");
  const waits = waiting(useActiveRuns().value.value);
  useEffect(() => {
    const fresh = waits.filter((run) => run.question && !told.current.has(run.question.id));
    told.current = new Set(waits.map((run) => run.question?.id ?? ""));
    if (fresh.length > 0) setText(fresh.map((run) => `${run.route} waits for you: ${visible(run.question?.about ?? "")}`).join(". "));
  }, [waits.map((run) => run.question?.id).join()]);
  return (
    <p class="unseen" role="status" aria-live="polite">
      {text}
    </p>
  );
}
