import { useEffect, useRef } from "preact/hooks";
import { local, navigate, restate, route } from "../../shell/route";
import { count } from "../../values/amount";
import type { Wanted } from "./feed";
import { ChooseCLI } from "../../parts/choose_cli";

/** The fields of the query for sessions. The address contains them, so that a filtered list can be bookmarked or shared. */
export function Filter({ wanted, want, total }: { wanted: Wanted; want: (wanted: Wanted) => void; total: number | undefined }) {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  function change(part: Partial<Wanted>, pause = 0) {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      const now = { ...wanted, ...part };
      want(now);
      if (route.value.path.length === 0) restate(local("/") + query(now));
    }, pause);
  }
  return (
    <form
      class="filter"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        navigate(local("/search") + `?${new URLSearchParams({ q: wanted.q })}`);
      }}
    >
      <input
        id="filter"
        type="search"
        placeholder={total === undefined ? "Filter" : `Filter ${count(total, "session")}`}
        aria-label="Filter sessions by words; Enter searches all texts"
        defaultValue={wanted.q}
        onInput={(event) => change({ q: event.currentTarget.value }, 150)}
        onKeyDown={(event) => {
          if (event.key === "Escape") event.currentTarget.blur();
        }}
      />
      <ChooseCLI value={wanted.cli} choose={(cli) => change({ cli })} />
      <select aria-label="State" value={wanted.state} onChange={(event) => change({ state: event.currentTarget.value })}>
        <option value="">Any state</option>
        <option value="working">working</option>
        <option value="waiting">waiting</option>
        <option value="idle">idle</option>
      </select>
    </form>
  );
}

function query(wanted: Wanted): string {
  const given = Object.entries(wanted).filter(([, value]) => value !== "");
  return given.length > 0 ? `?${new URLSearchParams(given)}` : "";
}
