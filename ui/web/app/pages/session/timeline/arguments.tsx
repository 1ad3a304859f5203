import { Code, Text } from "../../../parts/text";
import { visible } from "../../../values/visible";

/** The arguments of a tool call. */
export function Arguments({ of }: { of: unknown }) {
  if (typeof of === "string") return <Code of={of} label="arguments" />;
  if (typeof of !== "object" || of === null || Array.isArray(of)) return of === undefined ? null : <Code of={JSON.stringify(of, null, 2)} label="arguments" />;
  return (
    <dl class="arguments">
      {Object.entries(of).map(([name, value]) => (
        <div key={name}>
          <dt>{visible(name)}</dt>
          <dd>
            <Value of={value} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The length, in characters, above which a value gets its own lines. */
const short = 100;

function Value({ of }: { of: unknown }) {
  const text = typeof of === "string" ? of : JSON.stringify(of, null, 2);
  if (text.length > short || text.includes("\n")) return <Code of={text} label="argument" />;
  return (
    <code>
      <Text of={text} />
    </code>
  );
}
