import { useNeedsYou } from "../../live/answers";
import { openQuestion, QuestionCard } from "../../parts/question";
import { useCommands } from "../../shell/keys";

/** What waits for the user, above everything else. It draws nothing if nothing waits. */
export function NeedsYou() {
  const waits = useNeedsYou();
  const first = waits[0];
  useCommands([{ title: "Show what the first run asks", keys: ["p"], run: () => first && openQuestion(first), can: () => first !== undefined }]);
  if (waits.length === 0) return null;
  return (
    <section class="needs-you" aria-label="Needs you">
      <h2 class="group-title">Needs you</h2>
      {waits.map((run) => (
        <QuestionCard key={run.question?.id} run={run} />
      ))}
    </section>
  );
}
