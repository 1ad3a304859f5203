package terminal_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"stead/e2e/harness"
	"stead/e2e/provider"
	"stead/e2e/runtest"
)

// task is a command that ends when the test says so, and leaves a sign of that.
const task = "while [ ! -e may-end ]; do sleep 0.1; done; echo it-is-ready; touch has-ended"

// inTheBackground is the call with which a CLI's model leaves a command running when its turn ends.
var inTheBackground = map[string]provider.ToolCall{
	"claude": {Tool: "Bash", Arguments: fmt.Sprintf(`{"command":%q,"description":"Wait","run_in_background":true}`, task)},
	"codex":  {Tool: "exec_command", Arguments: fmt.Sprintf(`{"cmd":%q,"yield_time_ms":250}`, task)},
	"gemini": {Tool: "run_shell_command", Arguments: fmt.Sprintf(
		`{"command":%q,"description":"Wait","is_background":true}`, task)},
	"kimi": {Tool: "Bash", Arguments: fmt.Sprintf(`{"command":%q,"description":"Wait","run_in_background":true}`, task)},
	"qwen": {Tool: "run_shell_command", Arguments: fmt.Sprintf(
		`{"command":%q,"description":"Wait","is_background":true}`, task)},
	// OpenCode 1.18.33 and Pi 1.6.0 have no tasks: it is the shell that leaves the command running.
	"opencode": {Tool: "bash", Arguments: fmt.Sprintf(`{"command":%q,"description":"Wait"}`,
		"("+task+") > /dev/null 2>&1 &")},
	"pi": {Tool: "bash", Arguments: fmt.Sprintf(`{"command":%q}`, "("+task+") > /dev/null 2>&1 &")},
}

// tellsItsModel has the CLIs that tell their model when a task has ended. In the others the model must ask.
var tellsItsModel = map[string]bool{"claude": true, "kimi": true, "qwen": true}

// TestATaskThatEndsAfterItsTurnIsCaptured has a command end while the CLI waits for its user.
func TestATaskThatEndsAfterItsTurnIsCaptured(t *testing.T) {
	t.Parallel()
	for cli, call := range inTheBackground {
		t.Run(cli, func(t *testing.T) {
			runtest.Proves(t, cli)
			t.Parallel()
			g := harness.New(t, append(provider.Steps(provider.Use(call), provider.Say("It is on its way.")),
				provider.Step{Reply: provider.Say("Understood."), Always: true})...)
			x := runtest.OnTerminal(t, g, runtest.Large, "run", "--to", cli)
			x.SeesReady(cli)
			asksAndSees(t, g, x, "Start it.", "It is on its way.")
			run := runtest.ComesTo(t, g, "input")
			endsTask(t, g)
			if tellsItsModel[cli] {
				x.Sees("Understood.")
			}
			runtest.ComesTo(t, g, "input")
			runtest.Exits(t, g.Stead("send", run.Run, "--wait", "What came of it?"), 0)
			runtest.ComesTo(t, g, "input")
			journalIsStore(t, g, run)
			runtest.Leaves(t, g, x, cli)
			deliversTheSame(t, g, run, nil)
		})
	}
}

// endsTask has the task end, and waits for it.
func endsTask(t *testing.T, g *harness.Environment) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(g.Work, "may-end"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	runtest.Eventually(t, "the task has ended", func() bool {
		_, err := os.Stat(filepath.Join(g.Work, "has-ended"))
		return err == nil
	})
}
