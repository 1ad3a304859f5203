import { visible } from "../values/visible";

/** A stranger's text in a line. It cannot turn round what stands beside it. */
export function Text({ of }: { of: string }) {
  return <bdi>{visible(of)}</bdi>;
}

/** A stranger's text of many lines, in the type of code. */
export function Code({ of, label }: { of: string; label?: string }) {
  return (
    <pre class="code" dir="auto" tabIndex={0} aria-label={label ?? "text"}>
      {visible(of)}
    </pre>
  );
}
