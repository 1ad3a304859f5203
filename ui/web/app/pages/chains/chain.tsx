import { getChain, type ChainChain } from "../../api/client";
import { mayAct, useMachine } from "../../live/machine";
import { useResource } from "../../live/resource";
import { cost } from "../../values/amount";
import { Folder } from "../../parts/folder";
import { Failed, Loading } from "../../parts/states";
import { Text } from "../../parts/text";
import { age, moment } from "../../values/when";
import { useCommands } from "../../shell/keys";
import { local, navigate, path, restate, route, sessionPath } from "../../shell/route";
import { nameOf } from "./chains";
import { approveFirst, Gate, rejectFirst } from "./gate";
import { StepDetail } from "./step";
import { StepLine } from "./line";
import { gateOf, statusOf, stepsOf } from "./state";

/** One chain: its steps in a line, and below them the work of the chosen step. */
export function ChainPage() {
  const id = route.value.path[1] ?? "";
  const { value, problem, reload } = useResource(
    `chain ${id}`,
    (signal) => getChain({ id }, { signal }),
    (change) => change.topic === "chain" && (id === "latest" || change.ref.startsWith(id)),
  );
  const chain = value.value;
  if (!chain) return problem.value ? <Failed problem={problem.value} again={reload} /> : <Loading what="Reading the chain" />;
  return (
    <div class="page boards">
      {problem.value && <Failed problem={problem.value} again={reload} />}
      <Chain key={chain.chain} chain={chain} />
    </div>
  );
}

function Chain({ chain }: { chain: ChainChain }) {
  const acts = mayAct(useMachine().value.value);
  const steps = stepsOf(chain);
  const named = steps.findIndex((step) => step.name === route.value.fragment.get("s"));
  const at = named >= 0 ? named : Math.min(chain.next, steps.length - 1);
  const choose = (n: number) => restate(`${path("chain", route.value.path[1] ?? "")}#${new URLSearchParams({ s: steps[n]?.name ?? "" })}`);
  const gate = gateOf(chain);
  useCommands([
    { title: "Next step", keys: ["j", "l", "ArrowDown", "ArrowRight"], run: () => choose(at + 1), can: () => at + 1 < steps.length },
    { title: "Previous step", keys: ["k", "h", "ArrowUp", "ArrowLeft"], run: () => choose(at - 1), can: () => at > 0 },
    { title: "Approve the step that waits (asks first)", keys: ["A"], run: () => approveFirst(chain), can: () => acts && gate !== undefined && !gate.contest },
    { title: "Reject the step that waits (asks first)", keys: ["D"], run: () => rejectFirst(chain), can: () => acts && gate !== undefined },
    { title: "Back to the chains", keys: ["Escape", "q"], run: () => navigate(local("/chains")) },
  ]);
  const step = steps[at];
  return (
    <>
      <Head chain={chain} />
      <StepLine chain={chain} at={at} choose={choose} />
      <Gate chain={chain} acts={acts} />
      {step && <StepDetail key={step.name} chain={chain} step={step} />}
    </>
  );
}

function Head({ chain }: { chain: ChainChain }) {
  const status = statusOf(chain);
  const spent = (chain.attempts ?? []).reduce((sum, a) => sum + (a.cost ?? 0), 0);
  const vars = Object.entries(chain.vars ?? {});
  return (
    <header class="board-about">
      <h1>
        <Text of={nameOf(chain)} />
      </h1>
      <p class="meta">
        <span class={status.look}>{status.text}</span> · <Folder of={chain.tree?.path ?? chain.dir} />
        {chain.tree && (
          <>
            {" "}
            · branch <code>{chain.tree.branch}</code>
          </>
        )}
        {spent > 0 && ` · ${cost(spent)}`}
        {chain.from && (
          <>
            {" "}
            · continues <a href={sessionPath(chain.from)}>{chain.from}</a>
          </>
        )}{" "}
        · <span title={moment(chain.started)}>{age(chain.started)}</span>
      </p>
      {vars.length > 0 && (
        <p class="meta">
          {vars.map(([name, value]) => (
            <span key={name}>
              {name}: <Text of={value} />{" "}
            </span>
          ))}
        </p>
      )}
      {chain.reason && chain.status !== "waiting" && (
        <p class={status.look}>
          <Text of={chain.reason} />
        </p>
      )}
      {(chain.status === "failed" || chain.status === "interrupted") && (
        <p class="dim">
          <code>stead chain resume {chain.chain}</code> continues it.
        </p>
      )}
    </header>
  );
}
