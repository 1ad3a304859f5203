package failover_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"stead/e2e/harness"
	"stead/e2e/provider"
	"stead/e2e/runtest"
)

// TestPersonChoosesWhoGoesOn names one that is not installed, one that is, and the one that is chosen.
func TestPersonChoosesWhoGoesOn(t *testing.T) {
	t.Parallel()
	refusal := provider.Refuse(provider.UsageLimit)
	refusal.RetryAfter = 2 * time.Hour
	g := harness.New(t, provider.Step{Reply: refusal}, provider.Step{Reply: provider.Say("It goes on.")})
	if err := os.Remove(filepath.Join(g.Bin, "pi")); err != nil {
		t.Fatal(err)
	}
	session := runtest.SmallSession(g, "claude")
	runtest.EndsRuns(t, g)
	x := runtest.OnTerminal(t, g, runtest.Large, "run", "--from", session.Ref(), "--to", "claude", "--failover",
		"Pi,opencode,codex", "-i", "-p", runtest.Prompt)
	x.Sees("Continue in which CLI?", "- Pi: ", "2 OpenCode", "3 Codex", "A number, Enter for OpenCode, or n to end here:")
	x.Keys("1") // is not installed
	x.Keys("3")
	x.Sees("It goes on.")
	if run := runtest.OnlyRecord(t, g); run.To.CLI != "codex" {
		t.Errorf("%s goes on", run.To.CLI)
	}
	runtest.ComesTo(t, g, "input")
	runtest.Leaves(t, g, x, "codex")
}

// TestLossesAreReadBeforeTheCLICoversThem waits for a key, or for Ctrl-C: then no CLI is started, and the session lies
// there whole.
func TestLossesAreReadBeforeTheCLICoversThem(t *testing.T) {
	t.Parallel()
	for name, key := range map[string]string{"goes on": "x", "stops": "\x03"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g := harness.New(t)
			runtest.EndsRuns(t, g)
			session := g.Place("claude", "reallife-background")
			x := runtest.ShellOn(t, g, runtest.Large, "env", "STEAD_PAUSE=true", g.SteadPath(), "run", "--from", session.Ref(),
				"--to", "codex")
			x.Sees("lost attachment of type application/pdf (1)", "Press any key to continue, Ctrl-C to stop.")
			if got := runtest.Named(g, "codex"); len(got) > 0 {
				t.Error("the CLI runs already")
			}
			x.Keys(key)
			if name == "goes on" {
				x.Sees("done s6", harness.Of("codex").Screen.Ready)
				if strings.Contains(x.Text(), "Press any key") {
					t.Error("the text stands there still")
				}
				runtest.Leaves(t, g, x, "codex")
				return
			}
			if code := x.Ends(); code != "130" {
				t.Errorf("stead ended with %s", code)
			}
			runtest.NothingLeft(t, g)
			run := runtest.OnlyRecord(t, g)
			if run.Status != "interrupted" {
				t.Errorf("the record is %+v", run)
			}
			runtest.Exits(t, g.Stead("show", "codex:"+run.To.ID), 0)
		})
	}
}

// TestLimitOnTheTerminalAsksForOneKey has a service refuse in the middle of a tool loop, a moment after a call has
// ended: what the CLI has not written down yet when it is ended is in the next one's session all the same.
func TestLimitOnTheTerminalAsksForOneKey(t *testing.T) {
	t.Parallel()
	for cli, next := range map[string]struct{ name, title string }{
		"claude": {"codex", "Codex"}, "codex": {"claude", "Claude Code"},
	} {
		t.Run(cli, func(t *testing.T) {
			runtest.Proves(t, cli)
			t.Parallel()
			refusal := provider.Refuse(provider.UsageLimit)
			refusal.RetryAfter = 2 * time.Hour
			g := harness.New(t, runtest.Hop(cli, 1)[0], provider.Step{Reply: refusal},
				provider.Step{Reply: provider.Say("It goes on.")})
			session := runtest.SmallSession(g, cli)
			runtest.EndsRuns(t, g)
			x := runtest.OnTerminal(t, g, runtest.Large, "run", "--from", session.Ref(), "--to", cli, "--failover", next.name,
				"-i", "-p", runtest.HopPrompt(1))
			x.Sees("Continue in " + next.title + "?")
			x.Keys("\r")
			x.Sees("It goes on.")
			turns := g.Turns()
			got := runtest.Conversation(g, next.name, turns[len(turns)-1])
			runtest.InOrder(t, got, []string{runtest.HopPrompt(1), "Hop 1 looks.", "Go on where you stopped."})
			if calls, results := runtest.LinesWith(got, " call ", "ran-1"), runtest.LinesWith(got, " result ",
				"ran-1"); calls != 1 || results != 1 {
				t.Errorf("%d calls and %d results in\n%s", calls, results, got)
			}
			runtest.ComesTo(t, g, "input")
			runtest.Leaves(t, g, x, next.name)
		})
	}
}
