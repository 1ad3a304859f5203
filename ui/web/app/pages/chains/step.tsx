import { useState } from "preact/hooks";
import type { ChainAttempt, ChainChain, RecipeStep } from "../../api/client";
import { useStepChanges } from "../../live/changes";
import { amount, cost, count } from "../../values/amount";
import { Changes } from "../../parts/changes";
import { CheckOutput } from "../../parts/check";
import { Failed, Loading } from "../../parts/states";
import { Code, Text } from "../../parts/text";
import { visible } from "../../values/visible";
import { tokensOf } from "../../values/tokens";
import { duration } from "../../values/when";
import { path, sessionPath } from "../../shell/route";
import { attemptsAt, gateOf, stepsOf, workerOf } from "./state";

/** One step: its prompt, and its attempts, one of which is open. */
export function StepDetail({ chain, step }: { chain: ChainChain; step: RecipeStep }) {
  const attempts = attemptsAt(chain, step.name);
  const [number, setNumber] = useState<number | undefined>(undefined);
  const open = attempts.find((a) => a.number === number) ?? attempts[attempts.length - 1];
  return (
    <section class="board-detail" aria-label={visible(`Step ${step.name}`)}>
      <h2>
        <Text of={step.name} />
      </h2>
      <p class="meta">{rules(step)}</p>
      {attempts.length > 1 && (
        <div class="buttons" role="group" aria-label="Attempts">
          {attempts.map((a) => (
            <button type="button" key={a.number} aria-pressed={a === open} onClick={() => setNumber(a.number)}>
              Attempt {a.number} <span class={looks[a.state] ?? "ok"}>{signs[a.state] ?? "▶"}</span>
            </button>
          ))}
        </div>
      )}
      {open ? <Attempt key={open.number} chain={chain} step={step} attempt={open} /> : <NotBegun chain={chain} step={step} />}
    </section>
  );
}

const looks: Record<string, string> = { done: "ok", failed: "bad" };
const signs: Record<string, string> = { done: "✓", failed: "✗" };

function NotBegun({ chain, step }: { chain: ChainChain; step: RecipeStep }) {
  const isAsked = gateOf(chain)?.step === step; // the question contains the prompt
  return (
    <>
      <p class="dim">It has not begun.</p>
      {step.prompt && !isAsked && <Code of={step.prompt} label="Prompt" />}
    </>
  );
}

function Attempt({ chain, step, attempt }: { chain: ChainChain; step: RecipeStep; attempt: ChainAttempt }) {
  return (
    <>
      <p class="meta">
        <AttemptState chain={chain} attempt={attempt} /> · {figures(attempt)}
      </p>
      {attempt.reason && (
        <p class="bad">
          <Text of={attempt.reason} />
        </p>
      )}
      <p class="links">
        {attempt.run && <a href={path("r", attempt.run)}>Run</a>}
        {attempt.run && <a href={sessionPath(`run:${attempt.run}`)}>Session</a>}
        {attempt.contest && <a href={path("ab", attempt.contest)}>A/B</a>}
        {attempt.picked && <span>{attempt.picked} was picked</span>}
      </p>
      <CheckOutput check={attempt.check} command={step.check} />
      <details>
        <summary>Prompt</summary>
        <Code of={attempt.prompt} label="Prompt" />
      </details>
      {attempt.text && (
        <div class="answer">
          <h3>Answer</h3>
          <p dir="auto">
            <Text of={attempt.text} />
          </p>
        </div>
      )}
      <HandedOn chain={chain} attempt={attempt} />
      {attempt.after && <StepChanges chain={chain.chain} attempt={attempt} />}
    </>
  );
}

/** The state of an attempt. An unfinished attempt in a chain that is not running either waits or was interrupted. */
function AttemptState({ chain, attempt }: { chain: ChainChain; attempt: ChainAttempt }) {
  if (attempt.state === "done" || attempt.state === "failed") return <span class={looks[attempt.state]}>{attempt.state}</span>;
  if (chain.status === "running") return <span class="ok">{attempt.state}</span>;
  return chain.status === "waiting" ? <span class="wait">waits</span> : <span class="bad">{chain.status}</span>;
}

function StepChanges({ chain, attempt }: { chain: string; attempt: ChainAttempt }) {
  const { value, problem, reload } = useStepChanges(chain, attempt.step, attempt.number);
  if (value.value) return <Changes files={value.value.items} left={value.value.left} />;
  return problem.value ? <Failed problem={problem.value} again={reload} /> : <Loading what="Reading the changes" />;
}

/** Describes in one line what a step does and when it succeeds. */
function rules(step: RecipeStep): string {
  return [
    workerOf(step),
    step.check && `checked by ${step.check}`,
    step.retries ? count(step.retries, "more attempt") : "",
    step.on_failure && `on failure: ${step.on_failure}`,
    step.approve && "must be approved",
  ]
    .filter(Boolean)
    .join(" · ");
}

function figures(a: ChainAttempt): string {
  const tokens = tokensOf(a.usage);
  return [
    [a.cli, a.model].filter(Boolean).join(" "),
    count(a.turns, "turn"),
    tokens ? `${amount(tokens)} tokens` : "",
    cost(a.cost),
    a.duration_ms ? duration(a.duration_ms) : "",
  ]
    .filter(Boolean)
    .join(" · ");
}

const hands: Record<string, string> = {
  full: "its whole session",
  answer: "its last answer",
  diff: "the changes that it made",
  files: "the names of the files that it changed",
  none: "nothing but what the prompt quotes",
};

/** Describes what the next step gets from an attempt. */
function HandedOn({ chain, attempt }: { chain: ChainChain; attempt: ChainAttempt }) {
  const steps = stepsOf(chain);
  const next = steps[steps.findIndex((step) => step.name === attempt.step) + 1];
  if (!next || attempt.state !== "done") return null;
  return (
    <p class="meta">
      Hands on to <Text of={next.name} />: {hands[next.hand || "full"] ?? next.hand}
    </p>
  );
}
