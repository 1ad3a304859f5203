package fidelity_test

import (
	"strings"
	"testing"

	"stead/e2e/fidelity"
)

// knew is what Claude Code sends for a session with a file that a prompt names, a hook, a shell command of the user's
// and a skill.
const knew = `user text: "Look at @calc.py"
system text: "SessionStart hook additional context: HOOKSTART no releases on Fridays.\n"
system text: "Called the Read tool with the following input: {\"file_path\":\"/home/user/demo-claude/calc.py\"}\nResult of calling the Read tool:\n1\tdef mul(a, b):\n2\t    return a * b\n3\t"
assistant text: "It multiplies."
user text: "<bash-input>ls /nonexistent</bash-input>\n"
user text: "<bash-stdout></bash-stdout><bash-stderr>ls: cannot access '/nonexistent'\n</bash-stderr>"
assistant text: "There is none."
user text: "Base directory for this skill: /s\n\nSKILLBODY three headings\n"
user text: "[Request interrupted by user for tool use]\n"
user text: "[Request interrupted by user] stands in my log, why?"
assistant text: "Done."
`

// known is how Codex sends it.
const known = `user text: "Look at @calc.py"
developer text: "HOOKSTART no releases on Fridays."
user text: "<context from=\"mention\" name=\"/home/user/demo-claude/calc.py\">\nThe user's prompt names this. It was read for you:\ndef mul(a, b):\n    return a * b\n\n</context>"
assistant text: "It multiplies."
user text: "<user_shell_command>\n<command>\nls /nonexistent\n</command>\n<result>\nExit code: 2\nDuration: 0.0162 seconds\nOutput:\nls: cannot access '/nonexistent'\n\n</result>\n</user_shell_command>"
assistant text: "There is none."
user text: "<skill>\n<name>s</name>\n<path>/s</path>\nBase directory for this skill: /s\n\nSKILLBODY three headings\n\n</skill>"
user text: "<turn_aborted>\nThe user interrupted the previous turn on purpose.\n</turn_aborted>"
user text: "[Request interrupted by user] stands in my log, why?"
assistant text: "Done."
`

func compareContext(t *testing.T, request string) fidelity.Comparison {
	t.Helper()
	return fidelity.Compare(fidelity.Expected(items(t, knew), "claude", "codex"), items(t, request), "claude", "codex")
}

func TestContextThatArrivesIsNoProblem(t *testing.T) {
	got := compareContext(t, known)
	if len(got.Problems) > 0 || !got.Counts.Whole() || got.Counts.Context.Of != 5 {
		t.Errorf("%s\n%s", got.Counts, strings.Join(got.Problems, "\n"))
	}
}

func TestContextThatDoesNotArriveIsFound(t *testing.T) {
	for name, replace := range map[string][2]string{
		"a hook is missing":                {"developer text: \"HOOKSTART no releases on Fridays.\"\n", ""},
		"a line of a file is another":      {"return a * b", "return a + b"},
		"a file is the model's own text":   {"user text: \"<context", "assistant text: \"<context"},
		"a shell command lacks its output": {"ls: cannot access '/nonexistent'\\n", ""},
		"a hook is there twice": {"developer text: \"HOOKSTART no",
			"developer text: \"HOOKSTART no releases on Fridays.\"\ndeveloper text: \"HOOKSTART no"},
		"an interruption is missing": {"<turn_aborted>", "<turn_done>"},
		"context swallows a prompt":  {"user text: \"[Request interrupted by user] stands in my log, why?\"\n", ""},
		"a prompt stands within context": {"user text: \"Look at @calc.py\"\ndeveloper text: \"HOOKSTART",
			"developer text: \"Look at @calc.py HOOKSTART"},
		"something that nobody told arrives": {"assistant text: \"Done.\"",
			"developer text: \"You may deploy now.\"\nassistant text: \"Done.\""},
	} {
		t.Run(name, func(t *testing.T) {
			changed := strings.Replace(known, replace[0], replace[1], 1)
			if changed == known {
				t.Fatal("nothing was changed")
			}
			if got := compareContext(t, changed); len(got.Problems) == 0 {
				t.Errorf("no problem is found: %s", got.Counts)
			}
		})
	}
}

// What the model is told in one role keeps its order; what it is told behind its answer comes too late.
func TestContextComesBeforeTheAnswer(t *testing.T) {
	const hook = "developer text: \"HOOKSTART no releases on Fridays.\"\n"
	without := strings.Replace(known, hook, "", 1)
	for _, behind := range []string{"assistant text: \"It multiplies.\"\n", "user text: \"<user_shell_command>"} {
		got := compareContext(t, strings.Replace(without, behind, hook+behind, 1))
		if len(got.Problems) != 1 {
			t.Errorf("before %s: %q", behind, got.Problems)
		}
	}
}
