package browse_test

import (
	"path/filepath"
	"testing"
	"time"

	"stead/e2e/harness"
	"stead/e2e/provider"
	"stead/e2e/runtest"
)

// TestCLIWithoutSteadGoesOnInANewWindow has a user start a CLI by hand in tmux, and go on in another one from inside.
// These CLIs tell a command after a ! which session is open. Pi 1.6.0 tells that only to what its model runs.
func TestCLIWithoutSteadGoesOnInANewWindow(t *testing.T) {
	t.Parallel()
	for cli, one := range map[string]struct{ recorded, resume, says, to, ready string }{
		"claude": {"tools", "claude --resume ", "Fixed the bug in add", "codex", "Ask Codex to do anything"},
		"codex":  {"7b03", "codex resume ", "add", "claude", "Claude Code"},
	} {
		t.Run(cli, func(t *testing.T) {
			t.Parallel()
			g := harness.New(t, provider.Step{Reply: provider.Say("Understood."), Always: true})
			runtest.EndsRuns(t, g)
			session := g.Place(cli, one.recorded)
			// Codex starts a login shell, whose PATH has no CLI of the test.
			x := inTmux(t, g, 120, 36, "STEAD_CLI_CLAUDE_BINARY="+filepath.Join(g.Bin, "claude"))
			x.types(one.resume + session.ID)
			x.presses("Enter")
			x.shows(harness.Of(cli).Screen.Ready)
			x.types("!")
			x.types(g.SteadPath() + " switch " + one.to)
			x.shows("switch " + one.to)
			time.Sleep(undrawn) // Codex takes a key that follows at once for a part of a paste
			x.presses("Enter")
			x.shows(one.ready, one.says)
			run := runtest.ComesTo(t, g, "input")
			if run.From.CLI != cli || run.From.ID != session.ID {
				t.Errorf("the run continues %s:%s, want %s", run.From.CLI, run.From.ID, session.ID)
			}
			runtest.Exits(t, g.Stead("stop", "--all"), 0)
			x.shows("Enter closes this window.") // the run has ended with a code that the user may want to know
			x.presses("Enter")
			x.shows("in a new window of tmux") // the first window is back
		})
	}
}
