import { useState } from "preact/hooks";
import { switchRun, type Run } from "../../api/client";
import { say } from "../../shell/failures";
import { ActForm } from "./act_form";
import { switchLine } from "./command_line";
import { Lines, Obstacle, Targets, useProposal } from "./fields";
import { Report, useRehearsal } from "./report";

/** The form that has an active run go on in another CLI, in the same terminal. */
export function SwitchForm({ run }: { run: Run }) {
  const [chosen, choose] = useState("");
  const [prompt, type] = useState("");
  const proposed = useProposal(run.to);
  const to = chosen || proposed;
  const rehearsal = useRehearsal({ from: run.to, to });
  const given = { to, ...(prompt.trim() && { prompt }) };
  return (
    <ActForm act="Switch" ready={to !== ""} run={() => switchRun({ id: run.id }, given)} done={() => say(`${run.name} goes on in ${to}`)} line={switchLine(run, given)}>
      <Targets label="CLI" chosen={to} choose={choose} />
      <Obstacle of={to} />
      <Report of={rehearsal} />
      <Lines label="Prompt" value={prompt} empty="What it is to do next. Without a prompt it waits for one." type={type} />
      <p class="meta">Its CLI is ended in the middle of what it does, and the other one continues in the same terminal.</p>
    </ActForm>
  );
}
