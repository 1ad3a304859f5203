import { useState } from "preact/hooks";
import { getContest, passGate, type ChainChain, type PassGate } from "../../api/client";
import { useResource } from "../../live/resource";
import { Code, Text } from "../../parts/text";
import { confirmFirst } from "../../shell/dialog";
import { attempt } from "../../shell/failures";
import { path } from "../../shell/route";
import { gateOf, workerOf } from "./state";

/** What a chain waits for, and the possible answers. It draws nothing if the chain does not wait. */
export function Gate({ chain, acts }: { chain: ChainChain; acts: boolean }) {
  const gate = gateOf(chain);
  if (!gate) return null;
  const { step, contest } = gate;
  return (
    <section class="gate" aria-label="Waits for you">
      <h2 class="wait">‖ Waits for you</h2>
      {contest ? (
        <Winners chain={chain} contest={contest} acts={acts} />
      ) : (
        <>
          <p>
            Step <b>{step.name}</b> ({workerOf(step)}) starts when you approve it. It is asked:
          </p>
          <Code of={step.prompt || (step.template ? `the template ${step.template}` : "")} label="Prompt of the step" />
          {acts && <Answers chain={chain} names={[]} />}
        </>
      )}
      {!acts && (
        <p class="dim">
          This page only reads.{" "}
          <code>
            stead chain resume {chain.chain} {contest ? "--pick NAME" : "--approve"}
          </code>{" "}
          answers in a terminal.
        </p>
      )}
    </section>
  );
}

/** The contestants that can be picked in the A/B of a step. */
function Winners({ chain, contest, acts }: { chain: ChainChain; contest: string; acts: boolean }) {
  const { value } = useResource(
    `contest ${contest}`,
    (signal) => getContest({ id: contest }, { signal }),
    (change) => change.topic === "contest" && change.ref === contest,
  );
  const names = (value.value?.contestants ?? []).filter((one) => one.commit).map((one) => one.name);
  return (
    <>
      <p>
        Pick whose work counts. <a href={path("ab", contest)}>The A/B</a> has the changes and checks of each.
      </p>
      {acts && <Answers chain={chain} names={names} />}
    </>
  );
}

function Answers({ chain, names }: { chain: ChainChain; names: string[] }) {
  const [busy, setBusy] = useState(false);
  async function decide(what: string, answer: PassGate) {
    setBusy(true);
    await attempt(what, () => passGate({ id: chain.chain }, answer));
    setBusy(false);
  }
  const hasContest = gateOf(chain)?.contest !== undefined;
  return (
    <div class="buttons">
      {!hasContest && (
        <button type="button" class="main" disabled={busy} onClick={() => void decide("Approve the step", { decision: "approve" })}>
          Approve
        </button>
      )}
      {names.map((name) => (
        <button
          type="button"
          key={name}
          disabled={busy}
          onClick={() =>
            confirmFirst(`Pick ${name}? The chain goes on with its work.`, `Pick ${name}`, () => void decide(`Pick ${name}`, { decision: "pick", name }))
          }
        >
          Pick <Text of={name} />
        </button>
      ))}
      <button type="button" class="danger" disabled={busy} onClick={() => rejectFirst(chain)}>
        Reject
      </button>
    </div>
  );
}

/** Starts the waiting step, after a confirmation: a user who presses a key may not see which step it is. */
export function approveFirst(chain: ChainChain) {
  const name = gateOf(chain)?.step.name ?? "";
  confirmFirst(`Start step ${name}?`, "Approve", () => void attempt("Approve the step", () => passGate({ id: chain.chain }, { decision: "approve" })));
}

/** Ends a chain at the waiting step, after a confirmation. */
export function rejectFirst(chain: ChainChain) {
  confirmFirst(
    "Reject this step? The chain ends here; what was done stays.",
    "Reject",
    () => void attempt("Reject the step", () => passGate({ id: chain.chain }, { decision: "reject" })),
  );
}
