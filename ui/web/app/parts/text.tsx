import { visible } from "../values/visible";

/** A stranger's text as one line. It cannot reverse the text around it. */
export function Text({ of }: { of: string }) {
  return <bdi>{visible(of)}</bdi>;
}

/** A stranger's text of several lines, in monospaced type. */
export function Code({ of, label }: { of: string; label?: string }) {
  return (
    <pre class="code" dir="auto" tabIndex={0} aria-label={label ?? "text"}>
      {visible(of)}
    </pre>
  );
}
