package terminal_test

import (
	"os"
	"path/filepath"
	"testing"

	"stead/e2e/harness"
	"stead/e2e/provider"
	"stead/e2e/runtest"
)

// acts are what a user does in a CLI between two prompts, and what must not change: the run waits for him afterwards.
var acts = map[string]map[string][]press{
	"claude": {
		"compact":  {{"", "/compact"}, {"/compact", "\r"}, {"ompacted", ""}},
		"help":     {{"", "/help"}, {"/help", "\r"}, {"", "\x1b"}},
		"model":    {{"", "/model"}, {"/model", "\r"}, {"", "\x1b"}},
		"a shell":  {{"", "!"}, {"", "echo seen-$((40+2))"}, {"", "\r"}, {"seen-42", ""}},
		"a status": {{"", "/status"}, {"/status", "\r"}, {"", "\x1b"}},
		"agents":   {{"", "/agents"}, {"/agents", "\r"}, {"", "\x1b"}},
		"a mode": {{"", "\x1b[Z"}, {"", "\x1b[Z"}, {"manual mode", "\x1b[Z"}, {"accept edits", "\x1b[Z"},
			{"plan mode", ""}},
	},
	"codex": {
		"compact":  {{"", "/compact"}, {"/compact", "\r"}, {"ompact", ""}},
		"a status": {{"", "/status"}, {"/status", "\r"}},
		"model":    {{"", "/model"}, {"/model", "\r"}, {"", "\x1b"}},
		"a shell":  {{"", "!echo seen-$((40+2))"}, {"", "\r"}, {"seen-42", ""}},
		"a mode":   {{"", "\x1b[Z"}},
	},
	"opencode": {
		"a mode":  {{"", "\t"}, {"Plan", ""}},
		"compact": {{"", "/compact"}, {"/compact", "\r"}},
		"help":    {{"", "/help"}, {"/help", "\r"}, {"", "\x1b"}},
		"a shell": {{"", "!"}, {"", "echo seen-$((40+2))"}, {"", "\r"}, {"seen-42", ""}},
	},
	"gemini": {
		"compact": {{"", "/compress"}, {"/compress", "\r"}},
		"help":    {{"", "/help"}, {"/help", "\r"}},
		"a shell": {{"", "!"}, {"shell mode", "echo seen-$((40+2))"}, {"", "\r"}, {"seen-42", "\x1b"}},
		"a mode":  {{"", "\x1b[Z"}},
	},
	"qwen": {
		"compact": {{"", "/compress"}, {"/compress", "\r"}},
		"help":    {{"", "/help"}, {"/help", "\r"}, {"", "\x1b"}},
		"a shell": {{"", "!"}, {"shell mode", "echo seen-$((40+2))"}, {"", "\r"}, {"seen-42", "\x1b"}},
		"a mode":  {{"", "\x1b[Z"}},
	},
	"kimi": {
		"compact": {{"", "/compact"}, {"/compact", "\r"}},
		"help":    {{"", "/help"}, {"/help", "\r"}, {"", "\x1b"}},
		"a shell": {{"", "!"}, {"", "echo seen-$((40+2))"}, {"", "\r"}, {"seen-42", ""}},
		"a mode":  {{"", "\x1b[Z"}},
	},
	"pi": {
		"model":   {{"", "/model"}, {"/model", "\r"}, {"", "\x1b"}},
		"compact": {{"", "/compact"}, {"/compact", "\r"}},
		"a shell": {{"", "!echo seen-$((40+2))"}, {"", "\r"}, {"seen-42", ""}},
	},
}

// TestRunWaitsForItsUserAfterEachAct does them one after the other, each time followed by a prompt from outside. The
// run's journal then has what the CLI has stored.
func TestRunWaitsForItsUserAfterEachAct(t *testing.T) {
	t.Parallel()
	for cli, all := range acts {
		for act, keys := range all {
			t.Run(cli+"/"+act, func(t *testing.T) {
				runtest.Proves(t, cli)
				t.Parallel()
				g := harness.New(t, provider.Step{Reply: provider.Say("Understood."), Always: true})
				x := runtest.OnTerminal(t, g, runtest.Large, "run", "--to", cli)
				x.SeesReady(cli)
				asksAndSees(t, g, x, "What is the first word?", "Understood.")
				presses(x, keys...)
				run := runtest.ComesTo(t, g, "input")
				sent := g.Stead("send", run.Run, "--wait", "And the second?")
				runtest.Exits(t, sent, 0)
				runtest.ComesTo(t, g, "input")
				journalIsStore(t, g, run)
				runtest.Leaves(t, g, x, cli)
				deliversTheSame(t, g, run, nil)
			})
		}
	}
}

// TestNothingIsSentIntoTheShellMode has the user leave the composer in the mode in which each text is a command for his
// shell.
func TestNothingIsSentIntoTheShellMode(t *testing.T) {
	t.Parallel()
	for _, cli := range []string{"gemini", "qwen"} {
		t.Run(cli, func(t *testing.T) {
			runtest.Proves(t, cli)
			t.Parallel()
			g, x := converses(t, cli, "What is the first word?", "Alpha.", "Beta.")
			presses(x, press{"", "!"}, press{"shell mode enabled", ""})
			run := runtest.OnlyRecord(t, g)
			runtest.Exits(t, g.Stead("send", run.Run, "touch made-by-the-shell"), 1, "shell mode enabled (esc to disable)")
			presses(x, press{"", "\x1b"})
			runtest.Exits(t, g.Stead("send", run.Run, "--wait", "And the second?"), 0)
			journalIsStore(t, g, run)
			if _, err := os.Stat(filepath.Join(g.Work, "made-by-the-shell")); err == nil {
				t.Error("the shell has run the text")
			}
			runtest.Leaves(t, g, x, cli)
		})
	}
}
