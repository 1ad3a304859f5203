package e2e_test

import (
	"testing"
	"time"

	"stead/e2e/harness"
	"stead/e2e/provider"
)

// TestLimitOnTheTerminalAsksForOneKey has a service refuse in the middle of a tool loop, a moment after a call has ended: what the CLI has not written
// down yet when it is ended is in the next one's session all the same.
func TestLimitOnTheTerminalAsksForOneKey(t *testing.T) {
	for cli, next := range map[string]struct{ name, title string }{
		"claude": {"codex", "Codex"}, "codex": {"claude", "Claude Code"},
	} {
		t.Run(cli, func(t *testing.T) {
			t.Parallel()
			refusal := provider.Refuse(provider.UsageLimit)
			refusal.RetryAfter = 2 * time.Hour
			g := harness.New(t, hop(cli, 1)[0], provider.Step{Reply: refusal}, provider.Step{Reply: provider.Say("It goes on.")})
			session := into(g, cli)
			mindRuns(t, g)
			x := onTerminal(t, g, large, "run", "--from", session.Ref(), "--to", cli, "--failover", next.name, "-i", "-p", hopPrompt(1))
			x.sees("Go on in " + next.title + "?")
			x.keys("\r")
			x.sees("It goes on.")
			turns := g.Turns()
			got := conversation(g, next.name, turns[len(turns)-1])
			inOrder(t, got, []string{hopPrompt(1), "Hop 1 looks.", "Go on where you stopped."})
			if calls, results := linesWith(got, " call ", "ran-1"), linesWith(got, " result ", "ran-1"); calls != 1 || results != 1 {
				t.Errorf("%d calls and %d results in\n%s", calls, results, got)
			}
			comesTo(t, g, "input")
			leaves(t, g, x, next.name)
		})
	}
}
