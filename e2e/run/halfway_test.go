package run_test

import (
	"strings"
	"syscall"
	"testing"

	"stead/e2e/harness"
	"stead/e2e/provider"
	"stead/e2e/runtest"
)

// hang is a command that does not end. One that begins with a sleep is refused by Claude Code 2.1.332.
const hang = "tail -f /dev/null"

// TestTurnCutOffInACallIsCarriedBack interrupts a run while a tool works: the tool is ended too, and its call goes back
// to the CLI that the session came from, once, with a result that says what became of it.
func TestTurnCutOffInACallIsCarriedBack(t *testing.T) {
	t.Parallel()
	for home, target := range runtest.SmallPairs {
		t.Run(home, func(t *testing.T) {
			runtest.Proves(t, target)
			t.Parallel()
			g := harness.New(t, provider.Steps(provider.Reply{Text: "I wait.",
				Calls: []provider.ToolCall{runtest.Shell(target, hang)}})...)
			session := runtest.SmallSession(g, target)
			process := g.Start(g.SteadPath(), "run", "--from", session.Ref(), "--to", target, "-p", "Wait long.", "--json")
			runtest.Eventually(t, "the call is in the journal", func() bool {
				all := runtest.Records(t, g)
				return len(all) == 1 && all[0].To.ID != "" && strings.Contains(all[0].RawJournal(t), hang)
			})
			runtest.Eventually(t, "the tool works", func() bool { return len(runtest.Named(g, "tail")) > 0 })
			if err := process.Signal(syscall.SIGTERM); err != nil {
				t.Fatal(err)
			}
			result := g.Wait(process)
			runtest.NothingLeft(t, g)
			runtest.Exits(t, result, 130)

			runtest.Continues(t, g, "run:latest", home, 1)
			// below the prompt stands which command may have run
			got, _, _ := strings.Cut(runtest.LastTurn(g, home), "The work was cut off")
			runtest.InOrder(t, got, []string{"Wait long.", "I wait.", hang, " result ", runtest.HopPrompt(1)})
		})
	}
}
