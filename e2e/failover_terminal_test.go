package e2e_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"stead/e2e/harness"
	"stead/e2e/provider"
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
	session := into(g, "claude")
	mindRuns(t, g)
	x := onTerminal(t, g, large, "run", "--from", session.Ref(), "--to", "claude", "--failover", "Pi,opencode,codex", "-i", "-p", prompt)
	x.sees("Continue in which CLI?", "- Pi: ", "2 OpenCode", "3 Codex", "A number, Enter for OpenCode, or n to end here:")
	x.keys("1") // is not installed
	x.keys("3")
	x.sees("It goes on.")
	if run := onlyRecord(t, g); run.To.CLI != "codex" {
		t.Errorf("%s goes on", run.To.CLI)
	}
	comesTo(t, g, "input")
	leaves(t, g, x, "codex")
}

// TestLossesAreReadBeforeTheCLICoversThem waits for a key, or for Ctrl-C: then no CLI is started, and the session lies there whole.
func TestLossesAreReadBeforeTheCLICoversThem(t *testing.T) {
	for name, key := range map[string]string{"goes on": "x", "stops": "\x03"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g := harness.New(t)
			mindRuns(t, g)
			session := g.Place("claude", "reallife-background")
			x := shellOn(t, g, large, "env", "STEAD_PAUSE=true", g.SteadPath(), "run", "--from", session.Ref(), "--to", "codex")
			x.sees("lost attachment of type application/pdf (1)", "Press any key to continue, Ctrl-C to stop.")
			if got := named(g, "codex"); len(got) > 0 {
				t.Error("the CLI runs already")
			}
			x.keys(key)
			if name == "goes on" {
				x.sees("done s6", interactive["codex"].ready)
				if strings.Contains(x.text(), "Press any key") {
					t.Error("the text stands there still")
				}
				leaves(t, g, x, "codex")
				return
			}
			if code := x.ends(); code != "130" {
				t.Errorf("stead ended with %s", code)
			}
			nothingLeft(t, g)
			run := onlyRecord(t, g)
			if run.Status != "interrupted" {
				t.Errorf("the record is %+v", run)
			}
			exits(t, g.Stead("show", "codex:"+run.To.ID), 0)
		})
	}
}

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
			x.sees("Continue in " + next.title + "?")
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
