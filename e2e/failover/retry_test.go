package failover_test

import (
	"testing"
	"time"

	"stead/e2e/harness"
	"stead/e2e/provider"
	"stead/e2e/runtest"
)

// retries are the CLIs that tell on the screen alone that they try again: how they are brought to try, and what is told of it.
var retries = map[string]struct {
	variable   string
	free, many string // a text of the CLI's configuration, and what takes its place
	told       string
}{
	"claude": {variable: "CLAUDE_CODE_MAX_RETRIES=5", told: "working overloaded"}, // it says no more than "API error"
	"codex":  {variable: "NONE=", free: "stream_max_retries = 0", many: "stream_max_retries = 5", told: "working throttle"},
}

// TestRetryIsSeenOnTheTerminal has the service refuse for some seconds, as long as the CLI asks.
func TestRetryIsSeenOnTheTerminal(t *testing.T) {
	for cli, how := range retries {
		t.Run(cli, func(t *testing.T) {
			t.Parallel()
			refusal := provider.Refuse(provider.RateLimit)
			refusal.RetryAfter = 3 * time.Second
			g := harness.New(t, runtest.MakesAFile(cli), provider.Step{Reply: refusal, Always: true})
			if how.free != "" {
				runtest.Configured(t, g, runtest.Showing[cli].File, how.free, how.many)
			}
			session := runtest.SmallSession(g, cli)
			runtest.EndsRuns(t, g)
			runtest.ShellOn(t, g, runtest.Large, "env", how.variable, g.SteadPath(), "run", "--from", session.Ref(), "--to", cli, "-i", "-p", runtest.Prompt)
			if run := runtest.ComesTo(t, g, how.told); run.Limit.Attempt == 0 || run.Limit.Final {
				t.Errorf("the limit is %+v", run.Limit)
			}
		})
	}
}
