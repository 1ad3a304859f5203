package e2e_test

import (
	"strings"
	"syscall"
	"testing"

	"stead/e2e/harness"
	"stead/e2e/provider"
)

// TestTurnCutOffInACallIsCarriedBack interrupts a run while a tool works: the tool is ended too, and its call goes back to the CLI that
// the session came from, once, with a result that says what became of it.
func TestTurnCutOffInACallIsCarriedBack(t *testing.T) {
	for home, source := range sources {
		t.Run(home, func(t *testing.T) {
			t.Parallel()
			g := harness.New(t, provider.Steps(provider.Reply{Text: "I wait.", Calls: []provider.ToolCall{shell(source.target, "sleep 600")}})...)
			session := g.Place(source.cli, source.name)
			process := g.Start(g.SteadPath(), "run", "--from", session.Ref(), "--to", source.target, "-p", "Wait long.", "--json")
			eventually(t, "the call is in the journal", func() bool {
				all := records(t, g)
				return len(all) == 1 && all[0].To.ID != "" && strings.Contains(all[0].rawJournal(t), "sleep 600")
			})
			eventually(t, "the tool works", func() bool { return len(named(g, "sleep")) > 0 })
			if err := process.Signal(syscall.SIGTERM); err != nil {
				t.Fatal(err)
			}
			result := g.Wait(process)
			nothingLeft(t, g)
			exits(t, result, 130)

			carries(t, g, "run:latest", home, 1)
			got, _, _ := strings.Cut(lastTurn(g, home), "The work was cut off") // below the prompt stands which command may have run
			inOrder(t, got, []string{"Wait long.", "I wait.", "sleep 600", " result ", hopPrompt(1)})
		})
	}
}
