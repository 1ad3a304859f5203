package terminal_test

import (
	"testing"

	"stead/e2e/harness"
	"stead/e2e/provider"
	"stead/e2e/runtest"
)

// inTheBackground is the call with which a CLI's model leaves a command running when its turn ends.
var inTheBackground = map[string]provider.ToolCall{
	"claude": {Tool: "Bash", Arguments: `{"command":"sleep 4; echo it-is-ready","description":"Wait","run_in_background":true}`},
	"kimi":   {Tool: "Bash", Arguments: `{"command":"sleep 4; echo it-is-ready","description":"Wait","run_in_background":true}`},
	"qwen":   {Tool: "run_shell_command", Arguments: `{"command":"sleep 4; echo it-is-ready","description":"Wait","is_background":true}`},
}

// TestATaskThatEndsAfterItsTurnIsCaptured has a command end while the CLI waits for its user. The CLI tells its model, by itself or with the next prompt.
func TestATaskThatEndsAfterItsTurnIsCaptured(t *testing.T) {
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
			x.Sees("Understood.")
			runtest.ComesTo(t, g, "input")
			runtest.Exits(t, g.Stead("send", run.Run, "--wait", "What came of it?"), 0)
			runtest.ComesTo(t, g, "input")
			journalIsStore(t, g, run)
			runtest.Leaves(t, g, x, cli)
			deliversTheSame(t, g, run)
		})
	}
}
