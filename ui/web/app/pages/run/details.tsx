import type { ComponentChildren } from "preact";
import type { Run } from "../../api/client";
import { amount, cost } from "../../values/amount";
import { routeOf, wholeOf } from "../../parts/run_words";
import { Code, Text } from "../../parts/text";
import { duration, moment } from "../../values/when";
import { sessionPath } from "../../shell/route";

/** The run's questions, and what became of them. */
function Answers({ of }: { of: Run }) {
  const answers = of.answers ?? [];
  if (answers.length === 0) return null;
  return (
    <section>
      <h2>Asked for</h2>
      <ul>
        {answers.map((answer) => (
          <li key={answer.question}>
            <Text of={answer.about} />: {answer.label ? <Text of={answer.label} /> : "answered"} <span class="meta">by {answer.by} · {moment(answer.at)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Everything that is known of a run. */
export function RunDetails({ run }: { run: Run }) {
  const whole = wholeOf(run);
  const { tokens } = run;
  return (
    <div class="page run-details">
      <dl class="facts">
        <Fact name="Run">
          <code>{run.id}</code>
        </Fact>
        <Fact name="Route">{routeOf(run)}</Fact>
        {run.from && (
          <Fact name="From">
            <a href={sessionPath(run.from)}>{run.from}</a>
          </Fact>
        )}
        <Fact name="Session">
          <a href={sessionPath(run.to)}>{run.to}</a>
        </Fact>
        {whole && (
          <Fact name="Part of a">
            <a href={whole.to}>{whole.title}</a>
          </Fact>
        )}
        <Fact name="Folder">
          <Text of={run.folder} />
        </Fact>
        <Fact name="Started">{moment(run.started)}</Fact>
        {run.tookMs > 0 && <Fact name="Took">{duration(run.tookMs)}</Fact>}
        <Fact name="Turns">{run.turns}</Fact>
        <Fact name="Tokens">
          {amount(tokens.input)} in · {amount(tokens.output)} out · {amount(tokens.cacheRead)} from the cache · {amount(tokens.cacheWrite)} into it
        </Fact>
        {cost(run.cost) && <Fact name="Cost">{cost(run.cost)}</Fact>}
        {!run.alive && <Fact name="Exit code">{run.exitCode}</Fact>}
        {run.limit && (
          <Fact name="Last limit">
            {run.limit.kind}
            {run.limit.reset && `, until ${moment(run.limit.reset)}`}
          </Fact>
        )}
        <Fact name="In a terminal">
          <code>stead {run.alive ? "attach" : "replay"} {run.name}</code>
        </Fact>
      </dl>
      <Answers of={run} />
      {run.prompt && <Long title="Prompt" of={run.prompt} />}
      {run.reason && <Long title="Why it failed" of={run.reason} />}
      {run.answer && <Long title="Last answer" of={run.answer} />}
    </div>
  );
}

function Fact({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

function Long({ title, of }: { title: string; of: string }) {
  return (
    <section>
      <h2>{title}</h2>
      <Code of={of} label={title} />
    </section>
  );
}
