import type { ComponentChildren } from "preact";
import { useMachine } from "../../live/machine";
import { Text } from "../../parts/text";
import type { CLI } from "../../api/client";
import type { Option } from "./choices";

/** The CLIs to choose from, one or several. CLIs that cannot be used show the reason. */
export function Targets({ label, chosen, choose }: { label: string; chosen: string; choose: (cli: string) => void }) {
  return (
    <fieldset class="targets">
      <legend>{label}</legend>
      {useCLIs().map((cli) => (
        <label key={cli.name} class={cli.installed ? "check" : "check dim"} title={problemOf(cli)}>
          <input type="radio" name="to" value={cli.name} checked={cli.name === chosen} disabled={!cli.installed} onChange={() => choose(cli.name)} autofocus={cli.name === chosen} />
          <span>{cli.title}</span>
          <span class="meta">{noteOf(cli)}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** The CLIs of the machine, the installed ones first. */
export function useCLIs(): CLI[] {
  const all = useMachine().value.value?.clis ?? [];
  return [...all].sort((a, b) => Number(b.installed) - Number(a.installed));
}

/** Proposes a CLI other than that of the session, because users continue sessions in another CLI. */
export function useProposal(own: string | undefined): string {
  const usable = useCLIs().filter((cli) => cli.installed);
  return (usable.find((cli) => cli.ready && !own?.startsWith(`${cli.name}:`)) ?? usable[0])?.name ?? "";
}

/** The note after a CLI's name: its model, or the reason why it cannot be used. */
export function noteOf(cli: CLI): string {
  if (!cli.installed) return "not installed";
  return !cli.ready ? "cannot start yet" : (cli.model ?? "");
}

function problemOf(cli: CLI): string {
  return [cli.problem, cli.remedy].filter(Boolean).join("\n");
}

/** The reason why the chosen CLI cannot start, if it is known in advance. */
export function Obstacle({ of }: { of: string }) {
  const cli = useCLIs().find((c) => c.name === of);
  if (!cli?.installed || cli.ready) return null;
  return (
    <div class="obstacle">
      <p class="wait">
        <Text of={`${cli.title} cannot start yet: ${cli.problem ?? "stead doctor says why"}`} />
      </p>
      {cli.remedy && (
        <p class="dim">
          <Text of={cli.remedy} />
        </p>
      )}
    </div>
  );
}

/** A choice of one of several values. */
export function Choice({ label, value, options, choose }: { label: string; value: string; options: readonly Option[]; choose: (value: string) => void }) {
  return (
    <label class="field">
      {label}
      <select value={value} onChange={(event) => choose(event.currentTarget.value)}>
        {options.map(([option, title]) => (
          <option key={option} value={option}>
            {title}
          </option>
        ))}
      </select>
    </label>
  );
}

interface LineProps {
  label: string;
  value: string;
  /** Describes the meaning of an empty field. */
  empty?: string | undefined;
  type?: (value: string) => void;
  required?: boolean | undefined;
  kind?: "text" | "number";
  /** The field takes the width of two. */
  long?: boolean;
}

/** A text field of one line. */
export function Line({ label, value, empty, type, required, kind = "text", long }: LineProps) {
  return (
    <label class={long ? "field long" : "field"}>
      {label}
      <input
        type={kind}
        list={undefined}
        min={kind === "number" ? 0 : undefined}
        step={kind === "number" ? "any" : undefined}
        value={value}
        placeholder={empty}
        required={required}
        onInput={(event) => type?.(event.currentTarget.value)}
        autocomplete="off"
        spellcheck={false}
      />
    </label>
  );
}

/** A text field of several lines. */
export function Lines({ label, value, empty, type, required, rows = 3 }: Omit<LineProps, "kind" | "long"> & { rows?: number }) {
  return (
    <label class="field">
      {label}
      <textarea rows={rows} value={value} placeholder={empty} required={required} onInput={(event) => type?.(event.currentTarget.value)} />
    </label>
  );
}

/** A checkbox. */
export function Tick({ children, on, off, set }: { children: ComponentChildren; on: boolean; off?: boolean; set: (on: boolean) => void }) {
  return (
    <label class="check">
      <input type="checkbox" checked={on} disabled={off ?? false} onChange={(event) => set(event.currentTarget.checked)} />
      <span>{children}</span>
    </label>
  );
}
