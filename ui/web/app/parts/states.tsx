import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Problem } from "../api/call";
import { visible } from "../values/visible";

/** Draws nothing for a moment, then a word, so that fast answers do not flicker. */
export function Loading({ what = "Loading" }: { what?: string }) {
  const [shown, show] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => show(true), 150);
    return () => clearTimeout(timer);
  }, []);
  return (
    <p class="state dim" role="status">
      {shown ? `${what} …` : ""}
    </p>
  );
}

/** An empty state: what was searched for, and what to do. */
export function Empty({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class="state">
      <h2>{title}</h2>
      {children}
    </div>
  );
}

/** What is missing from a page, one line each. */
export function Warnings({ of }: { of: string[] | null | undefined }) {
  if (!of?.length) return null;
  return (
    <ul class="warnings dim" aria-label="Warnings">
      {of.map((warning, n) => (
        <li key={n}>{visible(warning)}</li>
      ))}
    </ul>
  );
}

/** The reason for a failure, and a button to try again. */
export function Failed({ problem, again }: { problem: Problem; again?: () => void }) {
  return (
    <div class="state failed" role="alert">
      <h2>{problem.title}</h2>
      <p>{problem.detail}</p>
      {problem.hint && <p class="dim">{problem.hint}</p>}
      {again && (
        <button type="button" onClick={again}>
          Try again
        </button>
      )}
    </div>
  );
}
