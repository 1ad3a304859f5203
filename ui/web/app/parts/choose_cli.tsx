import { useMachine } from "../live/machine";

/** A field for choosing one CLI, or all of them. */
export function ChooseCLI({ value, choose }: { value: string; choose: (cli: string) => void }) {
  const clis = useMachine().value.value?.clis ?? [];
  return (
    <select aria-label="CLI" value={value} onChange={(event) => choose(event.currentTarget.value)}>
      <option value="">All CLIs</option>
      {clis.map((cli) => (
        <option key={cli.name} value={cli.name}>
          {cli.title}
        </option>
      ))}
    </select>
  );
}
