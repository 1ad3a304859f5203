package reach_test

import (
	"encoding/json"
	"strings"
	"syscall"
	"testing"

	"stead/e2e/harness"
	"stead/e2e/provider"
	"stead/e2e/runtest"
)

// TestRunOfAMachineThatDiedGoesOnElsewhere kills all of the desk while the real Codex works there. What it had recorded is at the hub, and goes on in the real Claude
// Code on the laptop.
func TestRunOfAMachineThatDiedGoesOnElsewhere(t *testing.T) {
	t.Parallel()
	hub := openHub(t)
	shell := harness.Of("codex").Tools
	steps := provider.Steps(provider.Reply{Calls: []provider.ToolCall{shell.Run("echo begun")}}, provider.Reply{Calls: []provider.ToolCall{shell.Run("sleep 1000")}})
	desk := hub.machine("desk", steps...)
	runtest.Exits(t, desk.Stead("config", "set", "reach.lease", "30s"), 0)
	hub.serve(desk, "desk")
	laptop := hub.machine("laptop", provider.Steps(provider.Say("I go on here."))...)
	session := laptop.Place("claude", "text")
	runtest.Repository(t, laptop)
	sees(t, laptop, "desk")
	begun := laptop.Stead("run", "--from", session.Ref(), "--to", "codex", "--on", "desk", "-p", "Work.", "--allow", "all", "-d")
	runtest.Exits(t, begun, 0)
	reference := strings.TrimSpace(begun.Stdout)
	run := strings.TrimPrefix(reference, "desk/")
	runtest.Eventually(t, "the work is seen from the laptop", func() bool {
		return strings.Contains(laptop.Stead("logs", reference).Stdout, "echo begun")
	})
	runtest.Eventually(t, "the hub has it", func() bool {
		return strings.Contains(laptop.Stead("show", "desk/run:"+run).Stdout, "echo begun")
	})
	for _, id := range desk.Processes() {
		_ = syscall.Kill(id, syscall.SIGKILL)
	}
	runtest.Eventually(t, "the desk is away", func() bool { return laptop.Stead("list", "--on", "desk").Code == 3 })

	goes := laptop.Stead("run", "--from", "desk/run:"+run, "--to", "claude", "-p", "Go on.", "--cwd", laptop.Work, "--json")
	runtest.Exits(t, goes, 0, "as far as it came to the hub")
	conversation := runtest.Conversation(laptop, "claude", laptop.Turns()[0])
	for _, want := range []string{"What is in this project?", "Work.", "echo begun"} {
		if !strings.Contains(conversation, want) {
			t.Errorf("the model was not told %q:\n%s", want, conversation)
		}
	}
	var last struct{ FinalText string }
	lines := strings.Split(strings.TrimSpace(goes.Stdout), "\n")
	if err := json.Unmarshal([]byte(lines[len(lines)-1]), &last); err != nil || !strings.Contains(goes.Stdout, "I go on here.") {
		t.Errorf("it ends with %s", lines[len(lines)-1])
	}
}
