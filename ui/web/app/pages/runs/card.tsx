import type { Run } from "../../api/client";
import { openContinue } from "../../dialogs/continue";
import { openResume } from "../../dialogs/resume";
import { openSend } from "../../dialogs/send";
import { mayAct, useMachine } from "../../live/machine";
import { lastPart } from "../../values/amount";
import { classOfState, reasonOf, routeOf, runPath, stateOf, takenBy, wholeOf } from "../../parts/run_words";
import { On } from "../../parts/others";
import { Text } from "../../parts/text";
import { visible } from "../../values/visible";
import { age } from "../../values/when";
import { askToStop } from "../run/stop";

/** A run on the board: its state, its activity, its usage, and buttons for acts. */
export function RunCard({ run, chosen }: { run: Run; chosen: boolean }) {
  const whole = wholeOf(run);
  const reason = reasonOf(run);
  return (
    <article class={"run-card" + (chosen ? " chosen" : "")} id={`run-${run.id}`} aria-label={`${stateOf(run)}: ${run.route}`}>
      <a class="run-head" href={runPath(run)} aria-current={chosen ? "true" : undefined}>
        <span class={classOfState(run)}>{stateOf(run)}</span>
        <On machine={run.machine} seen={run.seen} />
        <code>{run.name}</code>
        <code class="route">{routeOf(run)}</code>
        <span class="meta">{age(run.since ?? run.started)}</span>
      </a>
      {!run.seen && (
        <p class="run-line">
          <Text of={run.prompt || "(no prompt)"} />
        </p>
      )}
      {reason ? (
        <p class={"run-line " + classOfState(run)}>
          <Text of={reason} />
        </p>
      ) : (
        run.answer && (
          <p class="run-line dim">
            <Text of={run.answer} />
          </p>
        )
      )}
      <p class="meta">
        <Text of={run.project || lastPart(run.folder)} /> · {takenBy(run)}
        {run.headless && " · headless"}
        {whole && (
          <>
            {" · "}
            <a href={whole.to}>{whole.title}</a>
          </>
        )}
      </p>
      <CardActs run={run} />
    </article>
  );
}

function CardActs({ run }: { run: Run }) {
  const can = mayAct(useMachine().value.value);
  if (run.alive) {
    return (
      <div class="buttons run-acts">
        <a class="button" href={runPath(run, run.headless ? "timeline" : "terminal")}>
          Watch
        </a>
        {can && !run.headless && (
          <button type="button" onClick={() => openSend(run)}>
            Send…
          </button>
        )}
        {can && (
          <button type="button" onClick={() => askToStop(run)}>
            Stop
          </button>
        )}
      </div>
    );
  }
  if (run.seen) return null; // nothing can be done with it from here, and its page is on its machine
  if (run.machine) {
    return (
      <div class="buttons run-acts">
        <a class="button" href={runPath(run)}>
          Open on {visible(run.machine)}
        </a>
      </div>
    );
  }
  if (!can) return null;
  return (
    <div class="buttons run-acts">
      <button type="button" onClick={() => openResume(run)}>
        Resume
      </button>
      <button type="button" onClick={() => openContinue(run.to)}>
        Continue
      </button>
    </div>
  );
}
