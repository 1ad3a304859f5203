package run_test

import (
	"strings"
	"testing"

	"stead/e2e/harness"
	"stead/e2e/provider"
	"stead/e2e/runtest"
)

// TestBudgetEndsARunCleanly has a model that would call tools for ever. The run ends with a code of its own, nothing is
// left running, and the session is whole: it goes on where it stood.
func TestBudgetEndsARunCleanly(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ target, flag, amount, says string }{
		{"codex", "--max-turns", "2", "the model answered 2 times"},
		{"claude", "--max-turns", "2", "the model answered 2 times"},
		{"claude", "--timeout", "20s", "20s have passed"},
		{"pi", "--max-cost", "0.0001", "US dollars are spent"},
	} {
		t.Run(c.target+c.flag, func(t *testing.T) {
			runtest.Proves(t, c.target)
			t.Parallel()
			g := harness.New(t, provider.Step{When: provider.Prompted(runtest.Prompt),
				Reply: runtest.Hop(c.target, 1)[0].Reply, Always: true})
			session := g.Place("claude", "text")
			result := g.Stead("run", "--from", session.Ref(), "--to", c.target, "-p", runtest.Prompt, c.flag, c.amount)
			runtest.NothingLeft(t, g)
			runtest.Exits(t, result, 9, "the run's budget is used up", c.says)
			run := runtest.OnlyRecord(t, g)
			if run.Status != "interrupted" || !strings.Contains(run.Reason, c.says) {
				t.Errorf("the record is %+v", run)
			}

			g.Provider.Add(provider.Steps(provider.Say("It goes on."))...)
			runtest.Exits(t, g.Stead("run", "--resume", run.Run, "-p", "And now?"), 0)
			if got := runtest.Conversation(g, c.target, g.Turns()[len(g.Turns())-1]); !strings.Contains(got, "ran-1") ||
				strings.Count(got, "And now?") != 1 {
				t.Errorf("it is not active where it stood:\n%s", got)
			}
		})
	}
}
