import { noteOf, useCLIs } from "./fields";

/** A CLI that takes part, possibly with a specific model. */
export interface Contestant {
  cli: string;
  model: string;
}

/** Writes a contestant in the syntax of stead ab --with. */
export function named({ cli, model }: Contestant): string {
  return model.trim() ? `${cli}:${model.trim()}` : cli;
}

/** The contestants: CLIs, possibly with a model. The same CLI can take part several times. */
export function Contestants({ chosen, choose }: { chosen: Contestant[]; choose: (chosen: Contestant[]) => void }) {
  const all = useCLIs();
  const usable = all.filter((cli) => cli.installed);
  const change = (n: number, part: Partial<Contestant>) => choose(chosen.map((c, at) => (at === n ? { ...c, ...part } : c)));
  return (
    <fieldset class="contestants">
      <legend>Who takes part</legend>
      {chosen.map((contestant, n) => (
        <div class="line" key={n}>
          <select aria-label={`CLI ${n + 1}`} value={contestant.cli} onChange={(event) => change(n, { cli: event.currentTarget.value })}>
            {all.map((cli) => (
              <option key={cli.name} value={cli.name} disabled={!cli.installed}>
                {cli.title}
                {!cli.installed && ` · ${noteOf(cli)}`}
              </option>
            ))}
          </select>
          <input aria-label={`Model ${n + 1}`} placeholder="its own model" value={contestant.model} onInput={(event) => change(n, { model: event.currentTarget.value })} spellcheck={false} autocomplete="off" />
          <button type="button" class="quiet" onClick={() => choose(chosen.filter((_, at) => at !== n))} aria-label={`Remove ${contestant.cli}`}>
            Remove
          </button>
        </div>
      ))}
      <button type="button" disabled={usable.length === 0} onClick={() => choose([...chosen, { cli: next(usable, chosen), model: "" }])}>
        Add one
      </button>
    </fieldset>
  );
}

/** Proposes a CLI that does not take part yet. */
function next(usable: { name: string }[], chosen: Contestant[]): string {
  return (usable.find((cli) => !chosen.some((c) => c.cli === cli.name)) ?? usable[0])?.name ?? "";
}
