package live_test

import (
	"testing"

	"stead/e2e/harness"
	"stead/e2e/provider"
	"stead/e2e/runtest"
	"stead/inject/signals"
)

// TestRunRingsWhenItWaitsAndWhenItHasFinished sees each event come once, by the user's command and on the terminal that
// is attached.
func TestRunRingsWhenItWaitsAndWhenItHasFinished(t *testing.T) {
	t.Parallel()
	for _, cli := range []string{"claude", "codex", "opencode"} {
		t.Run(cli, func(t *testing.T) {
			runtest.Proves(t, cli)
			t.Parallel()
			g := harness.New(t, runtest.MakesAFile(cli), provider.Step{Reply: provider.Reply{Text: "It is made."}})
			runtest.EndsRuns(t, g)
			session, how := runtest.SmallSession(g, cli), harness.Of(cli).Permission
			runtest.AsksFirst(t, g, cli)
			rung := runtest.KeepsNotifications(t, g)
			x := runtest.OnTerminal(t, g, runtest.Large, "run", "--from", session.Ref(), "--to", cli, "-i", "-p", runtest.Prompt)
			runtest.ComesTo(t, g, string(signals.Permission))
			runtest.Eventually(t, "the first ring", func() bool { return len(rung()) == 1 })
			run := runtest.OnlyRecord(t, g)
			if one := rung()[0]; one.Kind != "waiting" || one.About != how.About || one.Run != run.Run || one.CLI != cli {
				t.Errorf("the wait was told so: %+v", one)
			}
			x.Notifies(cli + " waits in work: " + how.About)
			allows(t, g, x, how.Allows)
			runtest.ComesTo(t, g, string(signals.Input))
			runtest.Eventually(t, "the second ring", func() bool { return len(rung()) == 2 })
			if one := rung()[1]; one.Kind != "finished" || one.About != "" && one.About != "It is made." {
				t.Errorf("the end of the turn was told so: %+v", one)
			}
			x.Notifies(cli + " has finished in work")
			runtest.Leaves(t, g, x, cli)
			if all := rung(); len(all) != 2 {
				t.Errorf("more was told: %+v", all)
			}
		})
	}
}
