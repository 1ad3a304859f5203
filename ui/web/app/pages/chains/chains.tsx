import { listChains, type ChainChain } from "../../api/client";
import { openChain } from "../../dialogs/chain";
import { mayAct, useMachine } from "../../live/machine";
import { useResource } from "../../live/resource";
import { lastPart } from "../../values/amount";
import { useChoice } from "../../parts/choice";
import { Empty, Failed, Loading } from "../../parts/states";
import { Text } from "../../parts/text";
import { age } from "../../values/when";
import { useCommands } from "../../shell/keys";
import { navigate, path } from "../../shell/route";
import { stateOf, statusOf, stepsOf } from "./state";

/** All chains: steps in several CLIs, one after the other. Those that wait for the user come first. */
export function Chains() {
  const { value, problem, reload } = useResource(
    "chains",
    (signal) => listChains({ signal }),
    (change) => change.topic === "chain",
  );
  const acts = mayAct(useMachine().value.value);
  const chains = [...(value.value?.items ?? [])].sort((a, b) => Number(b.status === "waiting") - Number(a.status === "waiting"));
  const choice = useChoice(
    chains.map((c) => c.chain),
    "chain",
    (id) => navigate(path("chain", id)),
  );
  useCommands([{ title: "Start a chain", keys: ["h"], run: () => openChain(), can: () => acts }]);
  const start = acts && (
    <button type="button" onClick={() => openChain()}>
      New chain
    </button>
  );
  return (
    <div class="page boards">
      <header class="board-head">
        <h1>Chains</h1>
        {chains.length > 0 && start}
      </header>
      {problem.value && <Failed problem={problem.value} again={reload} />}
      {!value.value && !problem.value && <Loading what="Reading the chains" />}
      {value.value && chains.length === 0 && (
        <Empty title="No chains yet">
          <p>Let several CLIs work one after the other: one plans, another one builds, a third one reviews. Each goes on with the session of the one before.</p>
          {start}
          <p class="dim">
            <code>stead chain --step claude:'Plan a parser' --step codex:'Implement the plan'</code> starts one in a terminal.
          </p>
        </Empty>
      )}
      <ul>
        {chains.map((chain) => (
          <li key={chain.chain} id={`choice-${chain.chain}`}>
            <ChainRow chain={chain} chosen={choice.chosen === chain.chain} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function ChainRow({ chain, chosen }: { chain: ChainChain; chosen: boolean }) {
  const status = statusOf(chain);
  return (
    <a class="board-row" href={path("chain", chain.chain)} aria-current={chosen ? "true" : undefined}>
      <span class={`what ${status.look}`}>{status.text}</span>
      <span class="title">
        <Text of={nameOf(chain)} />
      </span>
      <span class="where">
        {stepsOf(chain).map((step, n) => {
          const state = stateOf(chain, n);
          return (
            <span key={step.name} class={state.look}>
              {n > 0 && <span class="dim"> ─ </span>}
              <Text of={step.name} /> {state.sign}
            </span>
          );
        })}
      </span>
      <span class="when">
        <Text of={lastPart(chain.dir)} /> · {age(chain.started)}
      </span>
    </a>
  );
}

/** A chain's name, or else the prompt of its first step. */
export function nameOf(chain: ChainChain): string {
  return chain.name || chain.attempts?.[0]?.prompt || stepsOf(chain)[0]?.prompt || chain.chain;
}
