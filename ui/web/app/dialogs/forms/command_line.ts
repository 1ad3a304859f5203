import type { Fork, Run, Start, StartChain, StartContest, StartTemplate, Switch } from "../../api/client";

const runFlags = { from: "from", to: "to", at: "at", history: "history", thinking: "thinking", redact: "redact", allow: "allow", model: "model", folder: "cwd", prompt: "prompt" } as const;

/** The command line that starts the same run in a terminal. */
export function runLine(start: Start): string {
  const words = Object.entries(runFlags).map(([name, flag]) => given(flag, start[name as keyof typeof runFlags]));
  return line("stead run", ...words, start.interactive ? "--interactive" : "", start.worktree ? "--worktree" : "");
}

/** The command line that has the run go on in the same CLI. */
export function switchLine(run: Run, { to, prompt }: Switch): string {
  return line("stead switch", word(run.name), word(to), prompt ? word(prompt) : "");
}

/** The command line that makes the same fork. */
export function forkLine(fork: Fork): string {
  return line("stead fork", word(fork.session), given("at", fork.at), given("to", fork.to), given("cwd", fork.folder));
}

/** The command line that holds the same contest. */
export function contestLine(c: StartContest): string {
  return line(
    "stead ab",
    given("from", c.from),
    given("at", c.at),
    given("with", (c.with ?? []).join(",")),
    given("repeat", c.repeat),
    given("parallel", c.parallel),
    given("check", c.check),
    given("timeout", c.timeout),
    given("max-turns", c.maxTurns),
    given("max-cost", c.maxCost),
    given("allow", c.allow),
    given("history", c.history),
    given("thinking", c.thinking),
    given("redact", c.redact),
    given("cwd", c.folder),
    given("prompt", c.prompt),
  );
}

/** The command line that begins the same chain of plain steps. */
export function chainLine(c: StartChain): string {
  const steps = (c.steps ?? []).map((step) => given("step", step));
  return line("stead chain", given("from", c.from), ...steps, given("allow", c.allow), given("cwd", c.folder), c.worktree ? "--worktree" : "");
}

/** The command line that starts the same run of a template. */
export function templateLine(name: string, t: StartTemplate): string {
  const vars = Object.entries(t.vars ?? {}).map(([variable, value]) => given("var", `${variable}=${value}`));
  const { from, to, model, folder, allow, interactive } = t;
  const flags = [given("from", from), given("to", to), given("model", model), given("cwd", folder), given("allow", allow)];
  return line("stead template run", word(name), ...vars, ...flags, t.trust ? "--trust" : "", interactive ? "--interactive" : "");
}

function line(...words: string[]): string {
  return words.filter(Boolean).join(" ");
}

function given(flag: string, value: string | number | undefined): string {
  if (value === undefined || value === "") return "";
  // The value of --redact is optional, so it cannot be a separate word.
  return flag === "redact" ? `--${flag}=${word(String(value))}` : `--${flag} ${word(String(value))}`;
}

/** Writes a word in shell syntax. */
function word(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
