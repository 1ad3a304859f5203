package terminal_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"stead/e2e/harness"
	"stead/e2e/provider"
	"stead/e2e/runtest"
)

// restoresFiles is how the user restores files in a CLI, where Claude Code asks in its /rewind, and what another CLI is
// told then.
var restoresFiles = map[string]struct {
	restore func(*testing.T, *harness.Environment, *runtest.Terminal)
	told    map[string]int
}{
	"opencode/a turn":            {undoes, withoutTurn},
	"gemini/before a call":       {restores, map[string]int{"Alpha.": 1, "Write the second.": 1, "Beta.": 0, "Gamma.": 1}},
	"qwen/code and conversation": {rewinds("", true), withoutTurn},
	"qwen/conversation":          {rewinds("\x1b[B", false), withoutTurn},
	"qwen/code": {rewinds("\x1b[B\x1b[B", true),
		map[string]int{"Alpha.": 1, "Write the second.": 1, "Beta.": 1, "Gamma.": 1}},
}

var withoutTurn = map[string]int{"Alpha.": 1, "Write the second.": 0, "Beta.": 0, "Gamma.": 1}

// TestRestoredFilesAreFollowed has the user restore the files of his repository as they were before a turn, behind
// which he has made one by himself.
func TestRestoredFilesAreFollowed(t *testing.T) {
	t.Parallel()
	for name, c := range restoresFiles {
		t.Run(name, func(t *testing.T) {
			cli, _, _ := strings.Cut(name, "/")
			runtest.Proves(t, cli)
			t.Parallel()
			g := harness.New(t)
			runtest.Repository(t, g)
			made := filepath.Join(g.Work, "made.txt")
			g.Provider.Add(append(provider.Steps(provider.Say("Alpha."), provider.Use(harness.Of(cli).Tools.Write(made)),
				provider.Say("Beta.")),
				provider.Step{Reply: provider.Say("Gamma."), Always: true})...)
			if cli == "gemini" {
				runtest.Configured(t, g, ".gemini/settings.json", `"general": {`,
					`"general": {"checkpointing": {"enabled": true}, `)
			}
			x := runtest.OnTerminal(t, g, runtest.Large, "run", "--to", cli)
			x.SeesReady(cli)
			asksAndSees(t, g, x, "What is the first word?", "Alpha.")
			c.restore(t, g, x)
			run := runtest.ComesTo(t, g, "input")
			runtest.Exits(t, g.Stead("send", run.Run, "--wait", "And the third?"), 0)
			runtest.ComesTo(t, g, "input")
			journalIsStore(t, g, run)
			runtest.Leaves(t, g, x, cli)
			deliversTheSame(t, g, run, c.told)
		})
	}
}

// undoes takes the turn back in OpenCode, and with it the file that the model has made.
func undoes(t *testing.T, g *harness.Environment, x *runtest.Terminal) {
	t.Helper()
	asksAndSees(t, g, x, "Write the second.", "Beta.")
	commands(x, "/undo")
	isGone(t, filepath.Join(g.Work, "made.txt"))
	presses(x, press{"", "\x15"})
}

// restores goes back in Gemini CLI to what was before the model has made the file. Gemini CLI 0.61.0 then makes it
// again by itself, without a word of that to the model, and keeps a checkpoint only of what it asks for.
func restores(t *testing.T, g *harness.Environment, x *runtest.Terminal) {
	t.Helper()
	x.Submits("Write the second.")
	x.Sees("Apply this change?")
	presses(x, press{"", "\r"})
	x.Sees("Beta.")
	runtest.ComesTo(t, g, "input")
	later := filepath.Join(g.Work, "later.txt")
	if err := os.WriteFile(later, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	checkpoints, err := filepath.Glob(filepath.Join(g.Dir, ".gemini/tmp/*/checkpoints/*-write_file.json"))
	if err != nil || len(checkpoints) != 1 {
		t.Fatalf("there are the checkpoints %q, %v", checkpoints, err)
	}
	commands(x, "/restore "+strings.TrimSuffix(filepath.Base(checkpoints[0]), ".json"))
	x.Sees("Restored project to the state before the tool call.")
	isGone(t, later)
}

// rewinds goes back in Qwen Code behind the first turn, and chooses by some keys what it restores.
func rewinds(choice string, restoresCode bool) func(*testing.T, *harness.Environment, *runtest.Terminal) {
	return func(t *testing.T, g *harness.Environment, x *runtest.Terminal) {
		t.Helper()
		asksAndSees(t, g, x, "Write the second.", "Beta.")
		presses(x, press{"", "\x1b"}, press{escAgain, "\x1b"}, press{"Rewind Conversation", "\r"},
			press{"Restore code only", choice}, press{"", "\r"}, press{"", "\x15"})
		made := filepath.Join(g.Work, "made.txt")
		if restoresCode {
			isGone(t, made)
		} else if _, err := os.Stat(made); err != nil {
			t.Error(err)
		}
	}
}

func isGone(t *testing.T, path string) {
	t.Helper()
	runtest.Eventually(t, path+" is gone", func() bool {
		_, err := os.Stat(path)
		return os.IsNotExist(err)
	})
}
