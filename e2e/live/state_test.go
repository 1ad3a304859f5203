package live_test

import (
	"fmt"
	"testing"
	"time"

	"stead/e2e/harness"
	"stead/e2e/provider"
	"stead/e2e/runtest"
	"stead/inject/signals"
)

// TestRefusalIsSeenOnTheTerminal has the service refuse in the middle of a turn, for two hours.
func TestRefusalIsSeenOnTheTerminal(t *testing.T) {
	t.Parallel()
	for _, cli := range harness.With(harness.CLI.HasTools) {
		how := harness.Of(cli)
		t.Run(cli, func(t *testing.T) {
			runtest.Proves(t, cli)
			t.Parallel()
			refusal := provider.Refuse(provider.UsageLimit)
			refusal.RetryAfter = 2 * time.Hour
			g := harness.New(t, runtest.MakesAFile(cli), provider.Step{Reply: refusal, Always: true})
			session := runtest.SmallSession(g, cli)
			runtest.EndsRuns(t, g)
			runtest.OnTerminal(t, g, runtest.Large, "run", "--from", session.Ref(), "--to", cli, "-i", "-p", runtest.Prompt)
			if run := runtest.ComesTo(t, g, how.Limits.UsedUp); run.State == signals.Limited && run.About == "" {
				t.Error("it is not told why")
			}
		})
	}
}

// TestFailureEndsAHeadlessRun has the service fail in the middle of a turn.
func TestFailureEndsAHeadlessRun(t *testing.T) {
	t.Parallel()
	for _, cli := range harness.With(harness.CLI.HasTools) {
		how := harness.Of(cli)
		for fault, want := range how.Limits.Headless {
			t.Run(fmt.Sprintf("%s/%s", cli, fault), func(t *testing.T) {
				runtest.Proves(t, cli)
				t.Parallel()
				g := harness.New(t, runtest.MakesAFile(cli), provider.Step{Reply: provider.Refuse(fault), Always: true})
				session := runtest.SmallSession(g, cli)
				g.Stead("run", "--from", session.Ref(), "--to", cli, "--headless", "-p", runtest.Prompt)
				run := runtest.OnlyRecord(t, g)
				if run.StateLine() != want || run.About == "" {
					t.Errorf("%s, about %q, want %s", run.StateLine(), run.About, want)
				}
			})
		}
	}
}

// TestPermissionForASubagentIsSeen has a sub-agent ask, of which nothing stands in the session that is followed.
func TestPermissionForASubagentIsSeen(t *testing.T) {
	t.Parallel()
	runtest.Proves(t, "kimi")
	hold := provider.NewHold()
	g := harness.New(t, provider.Steps(
		provider.Use(provider.ToolCall{Tool: "Agent",
			Arguments: `{"prompt":"Remove it.","description":"Remove","subagent_type":"coder"}`}),
		provider.Use(provider.ToolCall{Tool: "Bash", Arguments: `{"command":"rm -rf made.txt"}`}),
		provider.Reply{Text: "It is gone.", Hold: hold}, provider.Say("All is done."),
	)...)
	session := runtest.SmallSession(g, "kimi")
	runtest.EndsRuns(t, g)
	x := runtest.OnTerminal(t, g, runtest.Large, "run", "--from", session.Ref(), "--to", "kimi", "-i", "-p",
		runtest.Prompt)
	if run := runtest.ComesTo(t, g, string(signals.Permission)); run.About != "Bash: rm -rf made.txt" {
		t.Errorf("it asks for %q", run.About)
	}
	allows(t, g, x, "\r")
	runtest.Reached(t, g, hold)
	runtest.ComesTo(t, g, string(signals.Working))
	hold.Release()
	runtest.ComesTo(t, g, string(signals.Input))
	runtest.Leaves(t, g, x, "kimi")
}
