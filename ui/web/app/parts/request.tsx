import type { ActiveQuestion } from "../api/client";
import { visible } from "../values/visible";

/** The maximum number of lines of a request on a card. A longer one is read, and answered, in its dialog. */
export const linesOfCard = 12;

/** The lines of a request: the command, the change of a file, or else all arguments of the call. */
export function requestLines(question: ActiveQuestion): string[] {
  const text = question.command ?? question.change ?? argumentsOf(question);
  return text === "" ? [] : visible(text).replace(/\n$/, "").split("\n");
}

function argumentsOf(question: ActiveQuestion): string {
  return question.input === undefined || question.input === null ? "" : JSON.stringify(question.input, null, 2);
}

/** The requested tool, and the file that it concerns, relative to the run's folder. */
export function Asked({ question }: { question: ActiveQuestion }) {
  const { path, folder } = question;
  return (
    <span class="tool">
      {visible(question.tool)}
      {path && <code> {visible(path.startsWith(folder + "/") ? path.slice(folder.length + 1) : path)}</code>}
    </span>
  );
}

/** Whether a card shows the whole request: no part of it may be out of view when it is answered. */
export function fitsCard(question: ActiveQuestion): boolean {
  const lines = requestLines(question);
  return !question.partial && lines.length <= linesOfCard && lines.every((line) => line.length <= 400);
}

/** A request, or its first lines, as rows. Lines of a change have the colours of a diff. */
export function Request({ question, most = Infinity }: { question: ActiveQuestion; most?: number }) {
  const lines = requestLines(question).slice(0, most);
  const isChange = question.command === undefined && question.change !== undefined;
  return (
    <div class="request">
      {lines.length > 0 && (
        <pre class="code" dir="auto" aria-label={isChange ? "Change" : "Request"}>
          {lines.map((line, n) => (
            <span key={n} class={"request-line" + (isChange ? kindOf(line) : "")}>
              {(most < Infinity ? line.slice(0, 400) : line) || " "}
            </span>
          ))}
        </pre>
      )}
    </div>
  );
}

function kindOf(line: string): string {
  if (line.startsWith("+")) return " added";
  if (line.startsWith("-")) return " deleted";
  return line.startsWith("@@") ? " dim" : "";
}
