import { useEffect, useRef } from "preact/hooks";
import type { ChainChain } from "../../api/client";
import { Text } from "../../parts/text";
import { stateOf, stepsOf, workerOf } from "./state";

/** The steps of a chain as a line of boxes. The chosen one is marked. */
export function StepLine({ chain, at, choose }: { chain: ChainChain; at: number; choose: (n: number) => void }) {
  const line = useRef<HTMLOListElement>(null);
  useEffect(() => line.current?.querySelector("[aria-pressed=true]")?.scrollIntoView({ block: "nearest", inline: "center" }), [at]);
  return (
    <ol class="step-line" aria-label="Steps" tabIndex={0} ref={line}>
      {stepsOf(chain).map((step, n) => {
        const state = stateOf(chain, n);
        return (
          <li key={step.name}>
            <button type="button" aria-pressed={n === at} onClick={() => choose(n)}>
              <b>
                <Text of={step.name} />
              </b>{" "}
              <span class={state.look}>
                <span aria-hidden="true">{state.sign}</span> {state.text}
              </span>{" "}
              <span class="meta">
                <Text of={workerOf(step)} />
              </span>
            </button>
          </li>
        );
      })}
    </ol>
  );
}
