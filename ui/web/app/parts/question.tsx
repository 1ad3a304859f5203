import { useEffect, useState } from "preact/hooks";
import { getQuestion, type ActiveQuestion, type Run, type SignalsOption } from "../api/client";
import { answer, answers } from "../live/answers";
import { mayAct, useMachine } from "../live/machine";
import { useResource } from "../live/resource";
import { closeDialog, DialogTitle, openDialog } from "../shell/dialog";
import { useCommands } from "../shell/keys";
import { lastPart } from "../values/amount";
import { On } from "./others";
import { routeOf, runPath } from "./run_words";
import { Asked, fitsCard, linesOfCard, Request, requestLines } from "./request";
import { Failed, Loading } from "./states";
import { Text } from "./text";
import { visible } from "../values/visible";
import { age } from "../values/when";

/** How long a request must be displayed before an answer counts, in milliseconds: a click or key that was meant for something else must not answer it. */
const beforeAnswers = 300;

/** The number of lines that a card shows of a longer request. */
const linesOfPreview = 4;

/** A run that asks for permission: who asks, the full request, and the answers. A long request is shown, and answered, in a dialog. */
export function QuestionCard({ run }: { run: Run }) {
  const question = run.question;
  if (!question) return null;
  return (
    <article class="question" aria-label={`${run.route} asks for ${visible(question.about)}`}>
      <a class="question-head" href={runPath(run)}>
        <span class="kind wait">{question.kind}</span>
        <code class="route">{routeOf(run)}</code>
        <span class="title">
          <On machine={run.machine} />
          <Text of={run.prompt || run.name} />
        </span>
        <span class="meta">
          <Text of={lastPart(question.folder)} /> · {age(run.since)}
        </span>
      </a>
      <CardBody run={run} question={question} />
    </article>
  );
}

function CardBody({ run, question }: { run: Run; question: ActiveQuestion }) {
  const whole = fitsCard(question);
  const isShort = requestLines(question).length <= 1 && question.path === undefined;
  return (
    <div class={"question-body" + (isShort ? " short" : "")}>
      <div class="question-what">
        <Asked question={question} />
        <Request question={question} most={whole ? linesOfCard : linesOfPreview} />
        {question.reason && (
          <p class="meta">
            <Text of={question.reason} />
          </p>
        )}
      </div>
      <Outcome question={question} />
      <div class="buttons">
        {whole && <Options run={run} question={question} only={["allow", "deny"]} />}
        {!answers.value.has(question.id) && (
          <button type="button" aria-label="The whole request" title="The whole request, and all answers (p)" onClick={() => openQuestion(run)}>
            {whole ? "…" : `Whole request: ${requestLines(question).length} lines`}
          </button>
        )}
      </div>
    </div>
  );
}

/** The outcome of the answer that was given here. */
function Outcome({ question }: { question: ActiveQuestion }) {
  const answered = answers.value.get(question.id);
  if (!answered) return null;
  return (
    <p class={"outcome " + (answered.state === "given" ? "ok" : answered.state === "late" ? "wait" : "dim")} role="status">
      {visible(answered.text)}
    </p>
  );
}

/** The answers that can be given here. They count after the request has been displayed for a moment, and only the first one counts. */
function Options({ run, question, only }: { run: Run; question: ActiveQuestion; only?: string[] }) {
  const drawn = useDrawn(question);
  const can = mayAct(useMachine().value.value);
  if (answers.value.has(question.id)) return null;
  if (!can || !question.answerable) {
    return (
      <a class="button main" href={runPath(run, "terminal")} onClick={closeDialog}>
        Open terminal
      </a>
    );
  }
  const options = (question.options ?? []).filter((option) => !only || only.includes(option.name));
  return (
    <>
      {options.map((option) => (
        <button
          key={option.name}
          type="button"
          class={option.name === "allow" ? "main" : ""}
          disabled={!drawn}
          title={visible(option.label)}
          onClick={() => void answer(run, question, option)}
        >
          {only ? shortLabel(option) : visible(option.label)}
        </button>
      ))}
    </>
  );
}

function shortLabel(option: SignalsOption): string {
  return option.name === "allow" ? "Allow once" : "Deny";
}

/** Whether a question, with these answers, has been displayed long enough for an answer to count. */
function useDrawn(question: ActiveQuestion): boolean {
  const name = `${question.id} ${(question.options ?? []).map((option) => option.name).join()}`;
  const [drawn, setDrawn] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setDrawn(name), beforeAnswers);
    return () => clearTimeout(timer);
  }, [name]);
  return drawn === name;
}

/** Shows the full question of a run, freshly read from the server, with all answers. */
export function openQuestion(run: Run) {
  openDialog(() => <QuestionDialog run={run} />);
}

function QuestionDialog({ run }: { run: Run }) {
  const { value, problem, reload } = useResource(
    `question ${run.machine ?? ""} ${run.question?.id}`,
    (signal) => getQuestion({ id: run.id }, { signal, machine: run.machine }),
    (change) => change.topic === "run" && change.ref.endsWith(run.id),
  );
  const question = value.value?.id === run.question?.id ? value.value : undefined;
  if (question) return <WholeQuestion run={run} question={question} />;
  return (
    <>
      <DialogTitle>
        {routeOf(run)} · {run.name}
      </DialogTitle>
      {problem.value ? <Failed problem={problem.value} again={reload} /> : value.value ? <Other run={run} /> : <Loading what="Reading the request" />}
    </>
  );
}

/** The run now asks something else, which must not be answered by mistake. */
function Other({ run }: { run: Run }) {
  return (
    <div class="state">
      <p>This request has its answer, and the run asks for something else now.</p>
      <a class="button" href={runPath(run)} onClick={closeDialog}>
        Open the run
      </a>
    </div>
  );
}

function WholeQuestion({ run, question }: { run: Run; question: ActiveQuestion }) {
  useAnswerKeys(run, question);
  return (
    <>
      <DialogTitle>
        <span class="wait">{question.kind}</span> · {routeOf(run)} asks for <Asked question={question} />
      </DialogTitle>
      <div class="question-facts meta">
        <p>
          Folder <Text of={question.folder} /> · run {run.name} · asked by {question.cli}
          {question.agent && (
            <>
              , sub-agent <Text of={question.agent} />
            </>
          )}
        </p>
        {question.reason && (
          <p>
            Reason: <Text of={question.reason} />
          </p>
        )}
        {question.partial && <p class="wait">This was read from the screen of the CLI, which cuts long requests: its terminal may show more.</p>}
      </div>
      <Request question={question} />
      {question.input !== undefined && (question.command ?? question.change) !== undefined && (
        <details>
          <summary>All arguments of the call</summary>
          <pre class="code" dir="auto">
            {visible(JSON.stringify(question.input, null, 2))}
          </pre>
        </details>
      )}
      <div class="question-foot">
        <Outcome question={question} />
        <div class="buttons">
          <Options run={run} question={question} />
          {question.answerable && (
            <a class="button" href={runPath(run, "terminal")} onClick={closeDialog}>
              Open terminal
            </a>
          )}
        </div>
      </div>
    </>
  );
}

const keysOfOptions: Record<string, string> = { allow: "y", deny: "d", always: "a" };

/** y, d and a answer the displayed request, and no other one. */
function useAnswerKeys(run: Run, question: ActiveQuestion) {
  const drawn = useDrawn(question);
  const can = mayAct(useMachine().value.value);
  useCommands(
    (question.options ?? []).map((option) => ({
      title: visible(option.label),
      keys: keysOfOptions[option.name] ? [keysOfOptions[option.name] as string] : [],
      run: () => void answer(run, question, option),
      can: () => drawn && can && question.answerable && !answers.value.has(question.id),
    })),
  );
}
