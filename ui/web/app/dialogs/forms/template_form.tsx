import { useState } from "preact/hooks";
import { listTemplates, runTemplate, type StartTemplate, type TemplatesTemplate } from "../../api/client";
import { useResource } from "../../live/resource";
import { Code, Text } from "../../parts/text";
import { Failed, Loading } from "../../parts/states";
import { runPath } from "../../parts/run_words";
import { navigate } from "../../shell/route";
import { say } from "../../shell/failures";
import { ActForm } from "./act_form";
import { allowances } from "./choices";
import { templateLine } from "./command_line";
import { Choice, Line, Obstacle, Targets, Tick, useCLIs } from "./fields";
import { Variable } from "./variable";

/** The form that starts a run with a template's prompt. */
export function TemplateForm({ from }: { from: string | undefined }) {
  const { value, problem, reload } = useResource("templates", (signal) => listTemplates({ signal }));
  const [name, choose] = useState("");
  const all = value.value?.items ?? [];
  const template = all.find((t) => t.name === name) ?? all[0];
  if (!value.value) return problem.value ? <Failed problem={problem.value} again={reload} /> : <Loading what="Reading the templates" />;
  if (!template) return <p class="state">There are no templates.</p>;
  return <Filled key={template.name} template={template} all={all} choose={choose} from={from} />;
}

interface FilledProps {
  template: TemplatesTemplate;
  all: TemplatesTemplate[];
  choose: (name: string) => void;
  from: string | undefined;
}

function Filled({ template, all, choose, from }: FilledProps) {
  const [vars, setVars] = useState<Record<string, string>>(() => defaults(template));
  const usable = useCLIs().find((cli) => cli.installed && cli.ready);
  const [chosen, set] = useState({ to: template.cli ?? "", model: template.model ?? "", folder: "", allow: "", trust: false, interactive: true });
  const typed = { ...chosen, to: chosen.to || (usable?.name ?? "") };
  const change = (part: Partial<typeof typed>) => set((now) => ({ ...now, ...part }));
  const commands = (template.inputs ?? []).flatMap((input) => (input.command ? [input.command] : []));
  const needsTrust = template.origin === "project" && commands.length > 0;
  const start = startOf(template, vars, typed, from);
  return (
    <ActForm
      act="Start"
      ready={typed.to !== "" && (!needsTrust || typed.trust)}
      run={() => runTemplate({ name: template.name }, start)}
      done={(run) => navigate(runPath(run))}
      stay={(run) => say(`Started ${run.name}`)}
      line={templateLine(template.name, start)}
    >
      <Choice label="Template" value={template.name} options={all.map((t) => [t.name, `${t.name} · ${t.origin}`] as const)} choose={choose} />
      <p class="meta">
        <Text of={template.description} />
      </p>
      {(template.vars ?? []).map((variable) => (
        <Variable key={variable.name} variable={variable} value={vars[variable.name] ?? ""} type={(text) => setVars((now) => ({ ...now, [variable.name]: text }))} />
      ))}
      <Inputs template={template} />
      {needsTrust && (
        <Tick on={typed.trust} set={(trust) => change({ trust })}>
          Let this template of the project run {commands.length === 1 ? "this command" : "these commands"} on this machine
        </Tick>
      )}
      <Targets label="CLI" chosen={typed.to} choose={(to) => change({ to, model: "" })} />
      <Obstacle of={typed.to} />
      <div class="fields">
        <Line label="Model" value={typed.model} empty="the CLI's own" type={(model) => change({ model })} />
        <Line label="Folder" long value={typed.folder} empty={from ? "the session's own" : "the server's own"} type={(folder) => change({ folder })} />
        <Choice label="Allow" value={typed.allow} options={allowances} choose={(allow) => change({ allow })} />
      </div>
      <Tick on={typed.interactive} set={(interactive) => change({ interactive })}>
        Wait for more afterwards, as in a terminal; otherwise it ends with its answer
      </Tick>
    </ActForm>
  );
}

/** What the template reads before it starts. Commands are shown in full. */
function Inputs({ template }: { template: TemplatesTemplate }) {
  if (!template.inputs?.length) return null;
  return (
    <div class="inputs">
      <h3>What it reads first</h3>
      {template.inputs.map((input) =>
        input.command ? <Code key={input.name} of={input.command} label={`Command for ${input.name}`} /> : <Code key={input.name} of={input.file ?? ""} label={`File for ${input.name}`} />,
      )}
    </div>
  );
}

function defaults(template: TemplatesTemplate): Record<string, string> {
  return Object.fromEntries((template.vars ?? []).map((v) => [v.name, v.default ?? ""]));
}

function startOf(template: TemplatesTemplate, vars: Record<string, string>, typed: { to: string; model: string; folder: string; allow: string; trust: boolean; interactive: boolean }, from?: string): StartTemplate {
  const given = Object.entries(vars).filter(([name, value]) => value !== "" && value !== (template.vars?.find((v) => v.name === name)?.default ?? ""));
  const start: StartTemplate = { to: typed.to };
  if (given.length > 0) start.vars = Object.fromEntries(given);
  for (const [name, value] of Object.entries({ from: from ?? "", model: typed.model, folder: typed.folder, allow: typed.allow })) {
    if (value.trim()) Object.assign(start, { [name]: value.trim() });
  }
  if (typed.trust) start.trust = true;
  if (typed.interactive) start.interactive = true;
  return start;
}
