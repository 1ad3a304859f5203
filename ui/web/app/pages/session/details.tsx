import type { ComponentChildren } from "preact";
import type { Detail } from "../../api/client";
import { amount, cost, count } from "../../values/amount";
import { copy } from "../../parts/copy";
import { Text } from "../../parts/text";
import { age, moment } from "../../values/when";
import { sessionPath } from "../../shell/route";
import { window } from "./window";

/** Everything that is known of a session. */
export function Details({ session }: { session: Detail }) {
  const { tokens, lineage } = session;
  const children = session.children ?? [];
  return (
    <div class="details" tabIndex={0} role="group" aria-label="Details of the session">
      <dl>
        <Field name="Reference">
          <code>{session.reference}</code>{" "}
          <button type="button" class="quiet" onClick={() => copy(session.reference)}>
            Copy
          </button>
        </Field>
        <Field name="CLI">{[session.cli, session.version].filter(Boolean).join(" ")}</Field>
        <Field name="Model">{session.model && <Text of={session.model} />}</Field>
        <Field name="Folder">
          <Text of={session.project} />
        </Field>
        <Field name="Branch">{session.branch && <Text of={session.branch} />}</Field>
        <Field name="Created">{session.created && <Moment of={session.created} />}</Field>
        <Field name="Updated">
          <Moment of={session.updated} />
        </Field>
        <Field name="Length">
          {count(session.turns, "turn")} · {count(session.total, "entry", "entries")} · {amount(session.bytes)} bytes
        </Field>
        <Field name="Window">{session.fit && <Fit session={session} />}</Field>
        <Field name="Tokens">
          {amount(tokens.input)} in · {amount(tokens.output)} out
          {tokens.reasoning > 0 && `, ${amount(tokens.reasoning)} of it thinking`}
        </Field>
        <Field name="Cache">{tokens.cacheRead + tokens.cacheWrite > 0 && `${amount(tokens.cacheRead)} read · ${amount(tokens.cacheWrite)} written`}</Field>
        <Field name="Cost">{cost(tokens.cost)}</Field>
        <Field name="Made of">
          {lineage && (
            <>
              <a href={lineage.at ? placeOf(lineage.parent, lineage.at) : sessionPath(lineage.parent)}>{lineage.parent}</a> · {lineage.kind}
            </>
          )}
        </Field>
        <Field name="Sub-agents">
          {children.length > 0 && (
            <ul>
              {children.map((child) => (
                <li key={child.id}>
                  <Text of={child.id} /> {child.at && <a href={placeOf(session.reference, child.at)}>the call that started it</a>}
                </li>
              ))}
            </ul>
          )}
        </Field>
      </dl>
    </div>
  );
}

/** The address of an entry of a session. */
function placeOf(reference: string, entry: string): string {
  return `${sessionPath(reference)}#${new URLSearchParams({ e: entry })}`;
}

/** A named fact. It draws nothing if the value is unknown. */
function Field({ name, children }: { name: string; children: ComponentChildren }) {
  if (!children) return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Moment({ of }: { of: string }) {
  return (
    <time dateTime={of}>
      {moment(of)} <span class="dim">· {age(of)}</span>
    </time>
  );
}

/** How full the window of the session's model is, as a bar and in words. */
function Fit({ session: { fit } }: { session: Detail }) {
  if (!fit) return null;
  return (
    <>
      {fit.window && <meter min={0} max={fit.window} high={fit.window * 0.8} optimum={0} value={fit.tokens} aria-label="How full the window is" />}
      {window(fit)}
      {fit.model && (
        <span class="dim">
          {" "}
          of <Text of={fit.model} />
        </span>
      )}
    </>
  );
}
