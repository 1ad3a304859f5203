import { duration } from "../values/when";
import { Code, Text } from "./text";

/** The result of a check. Its output is shown on demand, or immediately if the check failed. */
export function CheckOutput({ check, command }: { check: { exit_code: number; output?: string; duration_ms: number } | undefined; command?: string }) {
  if (!check) return null;
  const passed = check.exit_code === 0;
  const head = (
    <>
      <b class={passed ? "ok" : "bad"}>{passed ? "✓ The check passed" : `✗ The check failed with exit code ${check.exit_code}`}</b>{" "}
      <span class="meta">
        {command && (
          <code>
            <Text of={command} />
          </code>
        )}{" "}
        {duration(check.duration_ms)}
      </span>
    </>
  );
  if (!check.output) return <p>{head}</p>;
  return (
    <details class="check-output" open={!passed}>
      <summary>{head}</summary>
      <Code of={check.output} label="Output of the check" />
    </details>
  );
}
