package failover_test

import (
	"testing"
	"time"

	"stead/e2e/harness"
	"stead/e2e/provider"
	"stead/e2e/runtest"
)

// TestRetryIsSeenOnTheTerminal has the service refuse for some seconds, as long as the CLI asks.
func TestRetryIsSeenOnTheTerminal(t *testing.T) {
	t.Parallel()
	for _, cli := range harness.With(func(c harness.CLI) bool { return c.Retry != nil }) {
		how := harness.Of(cli).Retry
		t.Run(cli, func(t *testing.T) {
			runtest.Proves(t, cli)
			t.Parallel()
			refusal := provider.Refuse(provider.RateLimit)
			refusal.RetryAfter = 8 * time.Second // on a busy machine stead looks at the screen seconds late
			g := harness.New(t, runtest.MakesAFile(cli), provider.Step{Reply: refusal, Always: true})
			if how.Free != "" {
				runtest.Configured(t, g, harness.Of(cli).Permission.File, how.Free, how.Many)
			}
			session := runtest.SmallSession(g, cli)
			runtest.EndsRuns(t, g)
			runtest.ShellOn(t, g, runtest.Large, "env", how.Variable, g.SteadPath(), "run", "--from", session.Ref(), "--to",
				cli, "-i", "-p", runtest.Prompt)
			if run := runtest.ComesTo(t, g, how.Shows); run.Limit.Attempt == 0 || run.Limit.Final {
				t.Errorf("the limit is %+v", run.Limit)
			}
		})
	}
}
