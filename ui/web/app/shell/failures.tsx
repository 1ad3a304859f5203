import { signal } from "@preact/signals";
import { asProblem, type Problem } from "../api/call";
import { visible } from "../values/visible";

const failures = signal<{ what: string; problem: Problem }[]>([]);
const said = signal("");

/**
 * Does something that the user asked for, and reports a failure. Acts change nothing on the page by themselves: the server's event does.
 * @returns the result, or undefined if it failed
 */
export async function attempt<T>(what: string, act: () => Promise<T>): Promise<T | undefined> {
  try {
    return await act();
  } catch (error) {
    failures.value = [...failures.value, { what, problem: asProblem(error) }];
    return undefined;
  }
}

/** Confirms for some seconds something that is not visible otherwise: "Copied". */
export function say(text: string) {
  said.value = text;
  setTimeout(() => {
    if (said.value === text) said.value = "";
  }, 4000);
}

/** The failures that the user has not dismissed. */
export function Failures() {
  return (
    <div class="failures" aria-live="assertive">
      {said.value && <p class="said">{said.value}</p>}
      {failures.value.map((failure) => (
        <div class="failure" key={failure.what + failure.problem.detail}>
          <p>
            <b>{failure.what}: </b>
            {visible(failure.problem.detail)}
          </p>
          {failure.problem.hint && <p class="dim">{visible(failure.problem.hint)}</p>}
          <button type="button" class="quiet" onClick={() => (failures.value = failures.value.filter((f) => f !== failure))}>
            Close
          </button>
        </div>
      ))}
    </div>
  );
}
