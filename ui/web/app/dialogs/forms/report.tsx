import { useEffect, useState } from "preact/hooks";
import { planDelivery, type Delivery, type Start, type WritersAmount, type WritersMaskedSecret, type WritersReport } from "../../api/client";
import { asProblem, type Problem } from "../../api/call";
import { amount, count } from "../../values/amount";
import { Text } from "../../parts/text";

/** The delay before the report is updated, in milliseconds, so that several quick choices cause only one update. */
const pause = 250;

/** What a run would deliver, or why it cannot be started. It may belong to earlier choices. */
export interface Rehearsal {
  delivery?: Delivery;
  problem?: Problem;
  isOld: boolean;
}

/** Asks the server what a run would deliver, again after each choice. The prompt makes no difference, so it is left out. */
export function useRehearsal(start: Start | undefined): Rehearsal {
  const [told, tell] = useState<Omit<Rehearsal, "isOld"> & { of: string }>({ of: "" });
  const wanted = start?.to ? JSON.stringify({ ...start, prompt: undefined, interactive: true }) : "";
  useEffect(() => {
    if (!wanted) return;
    const asking = new AbortController();
    const timer = setTimeout(async () => {
      try {
        tell({ of: wanted, delivery: await planDelivery(JSON.parse(wanted) as Start, { signal: asking.signal }) });
      } catch (error) {
        if (!asking.signal.aborted) tell({ of: wanted, problem: asProblem(error) });
      }
    }, pause);
    return () => {
      clearTimeout(timer);
      asking.abort();
    };
  }, [wanted]);
  return { ...told, isOld: told.of !== wanted };
}

/** Replaces words of the command line that do not suit a form, in which a flag is a field. */
export function foretold(text: string): string {
  return text
    .replaceAll("name a folder with --cwd", "type a folder above")
    .replaceAll("--cwd ", "")
    .replace(" (--thinking text delivers it as text)", "") // the form has a button for it
    .replace(/--(history|thinking|redact|model|allow)\b/g, "$1");
}

/** What arrives, what is left out, and what is lost. @param asText changes the choice of thinking; without it, the report does not offer that */
export function Report({ of, asText }: { of: Rehearsal; asText?: (() => void) | undefined }) {
  if (of.problem) {
    return (
      <div class={"report" + (of.isOld ? " old" : "")} role="status">
        <p class="bad">
          <Text of={foretold(of.problem.detail)} />
        </p>
        {of.problem.hint && (
          <p class="dim hint">
            <Text of={foretold(of.problem.hint)} />
          </p>
        )}
      </div>
    );
  }
  if (!of.delivery) return <p class="report dim">Finding out what would arrive …</p>;
  return <Delivered delivery={of.delivery} isOld={of.isOld} asText={asText} />;
}

function Delivered({ delivery, isOld, asText }: { delivery: Delivery; isOld: boolean; asText: (() => void) | undefined }) {
  const { delivered, dir } = delivery.plan;
  return (
    <dl class={"report" + (isOld ? " old" : "")} aria-live="polite" aria-busy={isOld}>
      {delivery.fit && (
        <>
          <dt>Arrives</dt>
          <dd>
            {arrives(delivered)}
            <Fit delivery={delivery} />
          </dd>
        </>
      )}
      {(delivered.left_out?.length ?? 0) > 0 && (
        <>
          <dt>Left out</dt>
          <dd>
            {delivered.left_out?.map((part) => (
              <p key={part.what + part.why}>
                {part.count.toLocaleString("en")} <Text of={`${part.what}: ${foretold(part.why)}`} />
                {part.what === "thinking" && asText && (
                  <button type="button" class="inline" onClick={asText}>
                    as text
                  </button>
                )}
              </p>
            ))}
          </dd>
        </>
      )}
      {(delivered.losses?.length ?? 0) > 0 && (
        <>
          <dt>Lost</dt>
          <dd>
            {delivered.losses?.map((loss) => (
              <p key={loss.what + loss.why}>
                <Text of={`${loss.what}${loss.count > 1 ? ` (${loss.count})` : ""}: ${foretold(loss.why)}`} />
              </p>
            ))}
          </dd>
        </>
      )}
      <Secrets report={delivered} />
      <dt>Folder</dt>
      <dd>
        <Text of={dir} />
      </dd>
    </dl>
  );
}

function arrives(report: WritersReport): string {
  const calls = report.context.arrives?.["calls"]?.items ?? 0;
  return [countOf(report.entries, "entry", "entries"), calls > 0 && count(calls, "call")].filter(Boolean).join(", ");
}

function countOf(n: number, one: string, many: string): string {
  return `${n.toLocaleString("en")} ${n === 1 ? one : many}`;
}

/** The fullness of the window from which on omissions are attributed to it, because the size of what arrives is an estimate. */
const fullest = 0.9;

/** How much of the target's window the delivery takes. The server estimates the whole session; the delivered part is estimated by its length. */
function Fit({ delivery }: { delivery: Delivery }) {
  const { fit } = delivery;
  if (!fit) return null;
  const { known, arrives } = delivery.plan.delivered.context;
  const share = length(known) > 0 ? length(arrives) / length(known) : 1;
  const tokens = Math.round(fit.tokens * share);
  if (!fit.window) return <>, {amount(tokens)} tokens</>;
  const model = fit.model ? ` (${fit.model})` : "";
  const isCut = fit.tokens > fit.window && tokens > fullest * fit.window;
  return (
    <>
      <Text of={`, ${amount(Math.min(tokens, fit.window))} of ${amount(fit.window)} tokens${model}`} />
      {isCut && (
        <p class="bad">
          The whole session, {amount(fit.tokens)} tokens, does not fit into the window, and what is left out is said below. Choose less history, a summary, or a CLI or
          model with a larger window.
        </p>
      )}
    </>
  );
}

function length(amounts: Record<string, WritersAmount> | null | undefined): number {
  return Object.values(amounts ?? {}).reduce((sum, a) => sum + a.characters, 0);
}

function Secrets({ report }: { report: WritersReport }) {
  const { masked, sent } = report.secrets;
  if (!masked?.length && !sent?.length) return null;
  return (
    <>
      <dt>Secrets</dt>
      <dd>
        {masked?.length ? <p>masked: {listed(masked)}</p> : null}
        {sent?.length ? <p class="wait">sent as they are: {listed(sent)}</p> : null}
      </dd>
    </>
  );
}

function listed(secrets: WritersMaskedSecret[]): string {
  return secrets.map((s) => `${s.count > 1 ? `${s.count} ` : ""}${s.rule} in ${s.where}`).join(", ");
}
