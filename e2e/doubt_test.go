package e2e_test

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"stead/e2e/harness"
	"stead/e2e/provider"
)

// TestModelIsToldWhatMayHaveRun kills stead, and with it the CLI, when a command has done its work and no result of it is recorded: it ends when both are gone.
// Resumed, the model is told which command may have run already. Kimi Code's model is not: killed so, it has neither recorded nor announced the call.
func TestModelIsToldWhatMayHaveRun(t *testing.T) {
	for _, target := range []string{"claude", "codex", "opencode", "gemini", "qwen", "pi"} {
		t.Run(target, func(t *testing.T) {
			t.Parallel()
			g := harness.New(t,
				append(provider.Steps(provider.Reply{Text: "I run it.", Calls: []provider.ToolCall{shell(target, "echo once >> trace; until test -e over; do sleep 0.1; done")}}),
					provider.Step{Reply: provider.Say("I look first."), Always: true})...)
			session := into(g, target)
			process := g.Start(g.SteadPath(), "run", "--from", session.Ref(), "--to", target, "-p", hopPrompt(1), "--allow", "edits", "--cwd", g.Work)
			eventually(t, "the command has run", func() bool { _, err := os.Stat(filepath.Join(g.Work, "trace")); return err == nil })
			_ = process.Signal(syscall.SIGKILL)
			g.Wait(process)
			killed := onlyRecord(t, g)
			eventually(t, "the CLI of the killed run ends", func() bool { return hasEnded(killed.Child.PID) })
			if err := os.WriteFile(filepath.Join(g.Work, "over"), nil, 0o600); err != nil {
				t.Fatal(err)
			}
			alone(t, g, killed)
			if target == "gemini" && strings.Contains(string(g.Read(killed.To.Path)), "Process Group PGID") {
				return // the closing terminal ended the command, and the CLI could still record that: nothing is in doubt
			}
			result := g.Stead("run", "--resume", "latest")
			exits(t, result, 0, "may have run already", "echo once >> trace")
			turns := g.Turns()
			got := conversation(g, target, turns[len(turns)-1])
			at := strings.LastIndex(got, "user text: ")
			if at < 0 || !strings.Contains(got[at:], "may have run already") || !strings.Contains(got[at:], "echo once >> trace") {
				t.Errorf("the model is told:\n%s", got)
			}
		})
	}
}
