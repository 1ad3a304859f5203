import type { Elsewhere } from "../api/client";
import { pathOn } from "../shell/route";
import { moment } from "../values/when";
import { visible } from "../values/visible";

/** The user's other machines: which are there, and since when one is away. It draws nothing if there are none. */
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

/** The machine of a session or a run, and since when it has been away. It draws nothing for this machine. */
export function On({ machine, seen }: { machine: string | undefined; seen?: string | undefined }) {
  if (!machine) return null;
  return (
    <span class="on" title={seen && `as of ${moment(seen)}`}>
      {visible(machine)}
      {seen && ", away"}
    </span>
  );
}
