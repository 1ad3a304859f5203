package failover_test

import (
	"testing"
	"time"

	"stead/e2e/harness"
	"stead/e2e/provider"
	"stead/e2e/runtest"
	"stead/inject/signals"
)

// planned are the CLIs whose service tells how much of a plan is used.
var planned = harness.With(func(c harness.CLI) bool { return c.Plan != nil })

// onPlan starts a headless run of a CLI that works with a plan.
func onPlan(t *testing.T, g *harness.Environment, cli string) *harness.Process {
	t.Helper()
	session := runtest.SmallSession(g, cli)
	command := g.Command("", g.SteadPath(), "run", "--from", session.Ref(), "--to", cli, "--headless", "-p",
		runtest.Prompt)
	command.Env = append(command.Env, harness.Of(cli).Plan.Env...)
	process, err := harness.Start(g.Context(), command)
	if err != nil {
		t.Fatal(err)
	}
	return process
}

// TestPlanIsSeenToRunOut has the service tell that little is left of a plan, while the turn goes on.
func TestPlanIsSeenToRunOut(t *testing.T) {
	t.Parallel()
	for _, cli := range planned {
		t.Run(cli, func(t *testing.T) {
			runtest.Proves(t, cli)
			t.Parallel()
			reset := time.Now().Add(3 * time.Hour).Truncate(time.Second)
			hold := provider.NewHold()
			near := runtest.MakesAFile(cli)
			near.Reply.Used, near.Reply.Reset = 0.92, reset
			g := harness.New(t, near, provider.Step{Reply: provider.Reply{Text: "It is made.", Hold: hold}})
			process := onPlan(t, g, cli)
			runtest.Reached(t, g, hold)
			run := runtest.ComesTo(t, g, "working usage")
			if run.Limit.Near != 0.92 || !run.Limit.Reset.Equal(reset) {
				t.Errorf("the limit is %+v, want 0.92 until %s", run.Limit, reset)
			}
			hold.Release()
			g.Wait(process)
			if run := runtest.OnlyRecord(t, g); run.State != signals.Done {
				t.Errorf("the run is %s", run.StateLine())
			}
		})
	}
}

// endsAt says that a limit has the end of a plan's window, as exactly as the CLI says it. Of Claude Code 2.1.197 stead
// has seen the second at one time and the minute at another: what it reads last counts.
func endsAt(limit *signals.Limit, reset time.Time, cli string) bool {
	early := reset.Sub(limit.Reset)
	return 0 <= early && early < harness.Of(cli).Plan.Exact
}

// TestUsedUpPlanIsSeenWithItsReset has the service refuse until the plan's window ends.
func TestUsedUpPlanIsSeenWithItsReset(t *testing.T) {
	t.Parallel()
	for _, cli := range planned {
		t.Run(cli, func(t *testing.T) {
			runtest.Proves(t, cli)
			t.Parallel()
			refusal := provider.Refuse(provider.UsageLimit)
			refusal.Reset = time.Now().Add(3 * time.Hour).Truncate(time.Second)
			g := harness.New(t, runtest.MakesAFile(cli), provider.Step{Reply: refusal, Always: true})
			g.Wait(onPlan(t, g, cli))
			run := runtest.OnlyRecord(t, g)
			if run.StateLine() != "limited usage" || !endsAt(run.Limit, refusal.Reset, cli) {
				t.Errorf("%s, limit %+v, want one of usage until %s", run.StateLine(), run.Limit, refusal.Reset)
			}
		})
	}
}

// TestUsedUpPlanIsSeenOnTheTerminal has the service refuse where the CLI opens a dialog by itself.
func TestUsedUpPlanIsSeenOnTheTerminal(t *testing.T) {
	t.Parallel()
	for _, cli := range planned {
		t.Run(cli, func(t *testing.T) {
			runtest.Proves(t, cli)
			t.Parallel()
			refusal := provider.Refuse(provider.UsageLimit)
			refusal.Reset = time.Now().Add(3 * time.Hour).Truncate(time.Second)
			g := harness.New(t, runtest.MakesAFile(cli), provider.Step{Reply: refusal, Always: true})
			session := runtest.SmallSession(g, cli)
			line := append(append([]string{"env"}, harness.Of(cli).Plan.Env...), g.SteadPath(), "run", "--from", session.Ref(),
				"--to", cli, "-i", "-p", runtest.Prompt)
			runtest.EndsRuns(t, g)
			runtest.ShellOn(t, g, runtest.Large, line...)
			runtest.ComesTo(t, g, "limited usage")
			runtest.Eventually(t, "the end of the window", func() bool {
				return endsAt(runtest.OnlyRecord(t, g).Limit, refusal.Reset, cli)
			})
		})
	}
}
