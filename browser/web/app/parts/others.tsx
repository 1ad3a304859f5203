import type { Elsewhere } from "../api/client";
import { pathOn } from "../shell/route";
import { moment } from "../values/when";
import { visible } from "../values/visible";

/** The user's other machines: which are there, and since when one is away. Nothing where there are none. */
export function Others({ machines }: { machines: Elsewhere[] | null | undefined }) {
  if (!machines?.length) return null;
  return (
    <nav class="other-machines" aria-label="Other machines">
      <span class="dim">Also on</span>
      {machines.map(({ name, state, seen }) =>
        state === "there" ? (
          <a key={name} href={pathOn(name, "")}>
            {visible(name)}
          </a>
        ) : (
          <span key={name} class="dim">
            {visible(name)}: away{seen && `, last seen ${moment(seen)}`}
          </span>
        ),
      )}
    </nav>
  );
}

/** The machine that has a session or a run. Nothing for this one. */
export function On({ machine }: { machine: string | undefined }) {
  return machine ? <span class="on">{visible(machine)}</span> : null;
}
