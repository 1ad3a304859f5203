package run_test

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"stead/e2e/harness"
	"stead/e2e/provider"
	"stead/e2e/runtest"
)

// endings are what CLIs record of a command that they end themselves when their terminal closes. They race with their
// own end for that.
var endings = map[string]string{"gemini": "Process Group PGID", "pi": "Command aborted"}

// TestModelIsToldWhatMayHaveRun kills stead, and with it the CLI, when a command has done its work and no result of it
// is recorded: it ends when both are gone. Resumed, the model is told which command may have run already.
func TestModelIsToldWhatMayHaveRun(t *testing.T) {
	t.Parallel()
	for _, target := range harness.With(func(c harness.CLI) bool { return c.HasTools() && !c.ForgetsOpenCall }) {
		t.Run(target, func(t *testing.T) {
			runtest.Proves(t, target)
			t.Parallel()
			g := harness.New(t,
				append(provider.Steps(provider.Reply{Text: "I run it.",
					Calls: []provider.ToolCall{runtest.Shell(target, "echo once >> trace; until test -e over; do sleep 0.1; done")}}),
					provider.Step{Reply: provider.Say("I look first."), Always: true})...)
			session := runtest.SmallSession(g, target)
			process := g.Start(g.SteadPath(), "run", "--from", session.Ref(), "--to", target, "-p", runtest.HopPrompt(1),
				"--allow", "edits", "--cwd", g.Work)
			runtest.Eventually(t, "the command has run", func() bool {
				_,
					err := os.Stat(filepath.Join(g.Work, "trace"))
				return err == nil
			})
			_ = process.Signal(syscall.SIGKILL)
			g.Wait(process)
			killed := runtest.OnlyRecord(t, g)
			runtest.Eventually(t, "the CLI of the killed run ends", func() bool { return runtest.HasEnded(killed.Child.PID) })
			if err := os.WriteFile(filepath.Join(g.Work, "over"), nil, 0o600); err != nil {
				t.Fatal(err)
			}
			runtest.AwaitsEnd(t, g, killed)
			if ended := endings[target]; ended != "" && strings.Contains(string(g.Read(killed.To.Path)), ended) {
				return // the closing terminal ended the command, and the CLI could still record that: nothing is in doubt
			}
			result := g.Stead("run", "--resume", "latest")
			runtest.Exits(t, result, 0, "may have run already", "echo once >> trace")
			turns := g.Turns()
			got := runtest.Conversation(g, target, turns[len(turns)-1])
			at := strings.LastIndex(got, "user text: ")
			if at < 0 || !strings.Contains(got[at:], "may have run already") ||
				!strings.Contains(got[at:], "echo once >> trace") {
				t.Errorf("the model is told:\n%s", got)
			}
		})
	}
}
