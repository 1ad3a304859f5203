import type { CLI } from "../../api/client";
import { useCLIs } from "./fields";

/** A step of a chain as the user enters it. */
export interface Step {
  /** Identifies the step while steps are moved. */
  key: number;
  cli: string;
  model: string;
  prompt: string;
  check: string;
  /** Whether the step waits for approval. */
  approve: boolean;
}

let made = 0;

/** Returns an empty step for a CLI other than that of the step before. */
export function nextStep(usable: readonly CLI[], before: readonly unknown[]): Step {
  const cli = usable[before.length % Math.max(usable.length, 1)]?.name ?? "";
  return { key: made++, cli, model: "", prompt: "", check: "", approve: false };
}

/** Reports whether nothing has been typed in a step. */
export function isEmpty(step: Step): boolean {
  return step.prompt.trim() === "";
}

/** Writes a step in the syntax of stead chain --step. */
export function simple(step: Step): string {
  const model = step.model.trim() ? `@${step.model.trim()}` : "";
  return `${step.cli}${model}:${step.prompt}`;
}

/** Makes a recipe from steps, for options that the syntax of plain steps lacks. */
export function recipeOf(steps: readonly Step[]): Record<string, unknown> {
  return {
    steps: steps.map((step, n) => ({
      name: `step${n + 1}`,
      cli: step.cli,
      prompt: step.prompt,
      ...(step.model.trim() && { model: step.model.trim() }),
      ...(step.check.trim() && { check: step.check.trim() }),
      ...(step.approve && { approve: true }),
    })),
  };
}

/** The steps of a chain. The user can edit, move and remove them. */
export function Steps({ steps, change }: { steps: Step[]; change: (steps: Step[]) => void }) {
  const all = useCLIs();
  const usable = all.filter((cli) => cli.installed);
  const set = (n: number, part: Partial<Step>) => change(steps.map((step, at) => (at === n ? { ...step, ...part } : step)));
  function move(n: number, to: number) {
    const step = steps[n];
    if (!step) return;
    const others = steps.filter((_, at) => at !== n);
    change([...others.slice(0, to), step, ...others.slice(to)]);
  }
  return (
    <ol class="steps">
      {steps.map((step, n) => (
        <li key={step.key}>
          <fieldset>
            <legend>Step {n + 1}</legend>
            <div class="line">
              <select aria-label="CLI" value={step.cli} onChange={(event) => set(n, { cli: event.currentTarget.value })}>
                {all.map((cli) => (
                  <option key={cli.name} value={cli.name} disabled={!cli.installed}>
                    {cli.title}
                  </option>
                ))}
              </select>
              <input aria-label="Model" placeholder="its own model" value={step.model} onInput={(event) => set(n, { model: event.currentTarget.value })} spellcheck={false} autocomplete="off" />
              <button type="button" class="quiet" disabled={n === 0} onClick={() => move(n, n - 1)} aria-label={`Up: step ${n + 1}`}>
                Up
              </button>
              <button type="button" class="quiet" disabled={n === steps.length - 1} onClick={() => move(n, n + 1)} aria-label={`Down: step ${n + 1}`}>
                Down
              </button>
              <button type="button" class="quiet" disabled={steps.length === 1} onClick={() => change(steps.filter((_, at) => at !== n))} aria-label={`Remove step ${n + 1}`}>
                Remove
              </button>
            </div>
            <textarea aria-label="Prompt" autofocus={n === 0} rows={2} placeholder="What this step is to do" value={step.prompt} onInput={(event) => set(n, { prompt: event.currentTarget.value })} />
            <div class="line">
              <input aria-label="Check" placeholder="a check, such as go test ./…" value={step.check} onInput={(event) => set(n, { check: event.currentTarget.value })} spellcheck={false} autocomplete="off" />
              <label class="check">
                <input type="checkbox" checked={step.approve} onChange={(event) => set(n, { approve: event.currentTarget.checked })} />
                <span>Wait for my approval before it</span>
              </label>
            </div>
          </fieldset>
        </li>
      ))}
      <li>
        <button type="button" onClick={() => change([...steps, nextStep(usable, steps)])}>
          Add a step
        </button>
      </li>
    </ol>
  );
}
