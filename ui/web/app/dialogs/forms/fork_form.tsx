import { useState } from "preact/hooks";
import { makeFork, type Fork } from "../../api/client";
import { navigate, sessionPath } from "../../shell/route";
import { ActForm } from "./act_form";
import { forkLine } from "./command_line";
import { Line, Obstacle, Targets } from "./fields";
import { Point } from "./point";
import { Report, useRehearsal } from "./report";
import { partsOf } from "../../values/reference";

/** The form that makes a session from another one: up to which point, for which CLI, in which folder. */
export function ForkForm({ from, at }: { from: string; at: string | undefined }) {
  const [to, choose] = useState(partsOf(from).cli);
  const [folder, type] = useState("");
  const fork: Fork = { session: from, to, ...(at && { at }), ...(folder.trim() && { folder: folder.trim() }) };
  const rehearsal = useRehearsal({ from, to, ...(at && { at }), ...(fork.folder && { folder: fork.folder }) });
  return (
    <ActForm act="Fork" ready={to !== ""} run={() => makeFork(fork)} done={(run) => navigate(sessionPath(run.to))} line={forkLine(fork)}>
      <Point of={from} at={at} />
      <Targets label="CLI that has the new session" chosen={to} choose={choose} />
      <Obstacle of={to} />
      <div class="fields">
        <Line label="Folder" long value={folder} empty="the session's own" type={type} />
      </div>
      <Report of={rehearsal} />
      <p class="meta">The original stays as it is. No CLI is started.</p>
    </ActForm>
  );
}
