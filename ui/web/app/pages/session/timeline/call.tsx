import { useState } from "preact/hooks";
import { asProblem } from "../../../api/call";
import type { ChangesFile, Entry } from "../../../api/client";
import { Amounts, Hunks } from "../../../parts/changes";
import { count } from "../../../values/amount";
import { Code, Text } from "../../../parts/text";
import { visible } from "../../../values/visible";
import { Arguments } from "./arguments";
import { Fold } from "./fold";
import { bodyOf } from "./folds";
import type { Reading } from "./reading";

/** How long the rest of a text may be to be shown in the page, in bytes. */
const mostWhole = 7_000_000;

/** A tool call as one line, with its arguments and its result when it is open. An edit shows its changes instead. */
export function Call({ reading, call, result }: { reading: Reading; call: Entry; result: Entry | undefined }) {
  const changes = reading.raw.value ? [] : (call.changes ?? []);
  const isEdit = changes.length > 0;
  return (
    <Fold reading={reading} part={bodyOf(call)} head={<Head call={call} folder={reading.session.project} />} aside={<Aside call={call} result={result} />}>
      {isEdit ? <Edit changes={changes} left={call.changesLeft ?? 0} /> : <Arguments of={call.input} />}
      {result && !(isEdit && result.success) && <Outcome reading={reading} result={result} />}
      <Cut reading={reading} of={call} />
    </Fold>
  );
}

/** A result whose call is not nearby. */
export function Result({ reading, result }: { reading: Reading; result: Entry }) {
  return (
    <Fold reading={reading} part={bodyOf(result)} head={<span class="tool">result</span>} aside={<Length of={result} />}>
      <Outcome reading={reading} result={result} />
    </Fold>
  );
}

/** The called tool, and the most informative argument. Files in the session's folder are named relative to it. */
function Head({ call, folder }: { call: Entry; folder: string }) {
  const tool = call.tool && call.tool !== "unknown" ? call.tool : (call.calledAs ?? "call");
  const line = call.line ?? "";
  const told = line.startsWith(tool + " ") ? line.slice(tool.length + 1) : line;
  return (
    <>
      <span class="tool">{visible(tool)}</span>
      <code class="told">
        <Text of={folder && told.startsWith(folder + "/") ? told.slice(folder.length + 1) : told} />
      </code>
    </>
  );
}

function Aside({ call, result }: { call: Entry; result: Entry | undefined }) {
  const changes = call.changes ?? [];
  if (result && !result.success) return <span class="bad">failed</span>;
  if (changes.length > 0) return <Amounts added={sum(changes, "added")} deleted={sum(changes, "deleted")} />;
  return result ? <Length of={result} /> : <>no result</>;
}

function sum(changes: ChangesFile[], what: "added" | "deleted"): number {
  return changes.reduce((all, change) => all + change[what], 0);
}

function Length({ of }: { of: Entry }) {
  const output = (of.output ?? "").replace(/\n$/, "");
  return <>{output === "" ? "no output" : count(output.split("\n").length, "line") + (of.cut ? " and more" : "")}</>;
}

/** The changes of an edit. If there is only one file, the line above names it. */
function Edit({ changes, left }: { changes: ChangesFile[]; left: number }) {
  return (
    <>
      {changes.map((change) => (
        <div key={change.path}>
          {changes.length > 1 && (
            <p class="meta">
              <Text of={change.path} />
            </p>
          )}
          <Hunks hunks={change.hunks} />
          {change.more ? <p class="meta">{count(change.more, "line")} more</p> : null}
        </div>
      ))}
      {left > 0 && <p class="meta">{count(left, "more file")}</p>}
    </>
  );
}

function Outcome({ reading, result }: { reading: Reading; result: Entry }) {
  return (
    <>
      {result.error && (
        <p class="bad error" dir="auto">
          {visible(result.error)}
        </p>
      )}
      {result.output && <Code of={result.output} label="output" />}
      {!result.output && !result.error && <p class="meta">no output</p>}
      <Cut reading={reading} of={result} />
    </>
  );
}

/** Says how much of an entry's texts is left out, and shows the rest on request. */
export function Cut({ reading, of }: { reading: Reading; of: Entry }) {
  const [state, setState] = useState("");
  if (!of.cut) return null;
  const left = `${of.cut.toLocaleString("en")} bytes more are not shown here.`;
  if (of.cut > mostWhole) return <p class="meta">{left} stead show has them.</p>;
  const show = () => {
    setState("Reading …");
    reading.showWhole(of.n).catch((error: unknown) => setState(asProblem(error).detail));
  };
  return (
    <p class="meta">
      {left}{" "}
      <button type="button" onClick={show}>
        Show all
      </button>{" "}
      <span role="status">{visible(state)}</span>
    </p>
  );
}
