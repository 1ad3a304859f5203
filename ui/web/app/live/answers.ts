import { signal } from "@preact/signals";
import { answerQuestion, getQuestion, type ActiveQuestion, type Run, type SignalsOption } from "../api/client";
import { asProblem, type Problem } from "../api/call";
import { attempt } from "../shell/failures";
import { useActiveRuns } from "./runs";

/** The state of a question that was answered on this page. */
export interface Answered {
  /** The run, as it was when it asked. */
  run: Run;
  question: ActiveQuestion;
  /** "sent" until the server has answered; "late" if somebody else was faster. */
  state: "sent" | "given" | "late";
  /** For people: "Allowed once by you, 12:04". */
  text: string;
  /** Whether it stays in lists of what needs the user: until its run continues, and for some seconds. */
  recent: boolean;
}

/** How long an answer stays in lists, in milliseconds. */
const recently = 8000;

/** The answers of this page, by the ids of their questions, the oldest first. */
export const answers = signal<ReadonlyMap<string, Answered>>(new Map());

/** Answers a run's question, once: it does not send a second answer to a question that has been answered or is being answered. */
export async function answer(run: Run, question: ActiveQuestion, option: SignalsOption) {
  if (answers.value.has(question.id)) return;
  const about = { run: { ...run, question }, question, recent: true };
  note({ ...about, state: "sent", text: "Your answer is on its way …" });
  try {
    const given = await answerQuestion({ id: run.id }, { question: question.id, option: option.name }, { machine: run.machine });
    note({ ...about, state: "given", text: `${done(option)} by you, ${clock(given.at)}` });
    setTimeout(() => note({ ...about, ...answers.value.get(question.id), recent: false } as Answered), recently);
  } catch (error) {
    await failed({ ...about, state: "late", text: "" }, asProblem(error));
  }
}

/** Records who was faster. If the question is still open, the answer has failed and can be given again. */
async function failed(late: Answered, problem: Problem) {
  if (problem.status === 409 && !(await isAsked(late))) {
    note({ ...late, text: problem.detail });
    setTimeout(() => note({ ...late, text: problem.detail, recent: false }), recently);
    return;
  }
  const left = new Map(answers.value);
  left.delete(late.question.id);
  answers.value = left;
  void attempt("Answer the question", () => Promise.reject(problem));
}

async function isAsked({ run, question }: Answered): Promise<boolean> {
  try {
    return (await getQuestion({ id: question.run }, { machine: run.machine })).id === question.id;
  } catch {
    return false;
  }
}

function note(answered: Answered) {
  answers.value = new Map(answers.value).set(answered.question.id, answered);
}

/** Describes an option in the past tense. */
function done(option: SignalsOption): string {
  switch (option.name) {
    case "allow":
      return "Allowed once";
    case "always":
      return "Allowed for good";
    case "deny":
      return "Denied";
  }
  return `Answered with ${option.label}`;
}

function clock(time: string): string {
  return new Date(time).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
}

/** Returns what needs the user: the runs that ask, and those that were answered a moment ago or whose answer has not taken effect yet. */
export function useNeedsYou(): Run[] {
  const runs = useActiveRuns().value.value?.items ?? [];
  const asking = runs.filter((run) => run.question);
  const answered = [...answers.value.values()].filter((a) => a.recent && !asking.some((run) => run.question?.id === a.question.id));
  return [...asking, ...answered.map((a) => a.run)];
}

/** Returns the last answer that was given to a run on this page. */
export function lastAnswer(run: string): Answered | undefined {
  return [...answers.value.values()].reverse().find((a) => a.run.id === run);
}
