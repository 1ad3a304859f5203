package terminal_test

import (
	"maps"
	"strings"
	"syscall"
	"testing"

	"stead/e2e/harness"
	"stead/e2e/provider"
	"stead/e2e/runtest"
)

// TestAKillAfterAnActLosesNothing kills stead while the CLI works on the first prompt behind what its user has done. The next CLI is told what stood on
// the screen, from the run and from the session alike.
func TestAKillAfterAnActLosesNothing(t *testing.T) {
	const first, second, last = "What is the first word?", "And what is the second word?", "What is the third word instead?"
	kept := map[string]int{first: 1, "Alpha.": 1, second: 0, "Beta.": 0}
	for cli, keys := range takingBack {
		t.Run(cli+"/taken back", func(t *testing.T) {
			runtest.Proves(t, cli)
			t.Parallel()
			g, x, hold := holds(t, cli, "Alpha.", "Beta.")
			asksAndSees(t, g, x, first, "Alpha.")
			asksAndSees(t, g, x, second, "Beta.")
			presses(x, keys...)
			x.Submits(last)
			runtest.Reached(t, g, hold)
			run := runtest.OnlyRecord(t, g)
			runtest.Eventually(t, "the CLI has stored that", func() bool { // Claude Code 2.1.332 does some 100 ms later
				return !strings.Contains(g.Stead("show", cli+":"+run.To.ID).Stdout, "Beta.")
			})
			isKilled(t, x, run)
			hold.Release()
			sameDelivery(t, g, run, kept, last)
		})
	}
	for cli, command := range startingAnew {
		t.Run(cli+"/a new session", func(t *testing.T) {
			runtest.Proves(t, cli)
			t.Parallel()
			g, x, hold := holds(t, cli, "Alpha.")
			asksAndSees(t, g, x, first, "Alpha.")
			before := runtest.OnlyRecord(t, g)
			commands(x, command)
			x.Submits(last)
			runtest.Reached(t, g, hold)
			runtest.Eventually(t, "the run is in another session", func() bool { return runtest.OnlyRecord(t, g).To.ID != before.To.ID })
			run := runtest.OnlyRecord(t, g)
			isKilled(t, x, run)
			hold.Release()
			isDelivered(t, g, cli+":"+before.To.ID, "codex", map[string]int{first: 1, "Alpha.": 1, last: 0})
			sameDelivery(t, g, run, map[string]int{first: 0, "Alpha.": 0}, last)
		})
	}
}

// holds starts a run of a CLI on a terminal, whose model gives some answers, and then one that it holds back.
func holds(t *testing.T, cli string, answers ...string) (*harness.Environment, *runtest.Terminal, *provider.Hold) {
	t.Helper()
	var replies []provider.Reply
	for _, answer := range answers {
		replies = append(replies, provider.Say(answer))
	}
	hold := provider.NewHold()
	g := harness.New(t, provider.Steps(append(replies, provider.Reply{Text: "Too late.", Hold: hold})...)...)
	t.Cleanup(hold.Release)
	x := runtest.OnTerminal(t, g, runtest.Large, "run", "--to", cli)
	x.SeesReady(cli)
	return g, x, hold
}

// isKilled kills stead and what it has started.
func isKilled(t *testing.T, x *runtest.Terminal, run runtest.Record) {
	t.Helper()
	for _, pid := range []int{run.Supervisor.PID, run.Child.PID} {
		if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
			t.Fatal(err)
		}
	}
	x.Ends()
}

// sameDelivery has a run, and the session that it is in, go on in another CLI, which is told some texts as often as is wanted, and one as often from the
// run as from the session.
func sameDelivery(t *testing.T, g *harness.Environment, run runtest.Record, want map[string]int, same string) {
	t.Helper()
	want = maps.Clone(want)
	want[same] = isDelivered(t, g, run.To.CLI+":"+run.To.ID, "codex", want).of(same)
	isDelivered(t, g, "run:"+run.Run, "codex", want)
}

// TestAKillInTheMiddleOfACompactionLosesNothing kills stead and the CLI a moment after the CLI was told to shorten its history, wherever that finds it.
func TestAKillInTheMiddleOfACompactionLosesNothing(t *testing.T) {
	for cli, all := range acts {
		t.Run(cli, func(t *testing.T) {
			runtest.Proves(t, cli)
			t.Parallel()
			g, x := converses(t, cli, "What is the first word?", "Alpha.", "Beta.", "Gamma.")
			asksAndSees(t, g, x, "And what is the second word?", "Beta.")
			run := runtest.OnlyRecord(t, g)
			keys := all["compact"]
			for _, p := range keys[:2] {
				x.Sees(p.sees)
				x.Rests()
				x.Keys(p.keys)
			}
			isKilled(t, x, run)
			deliversTheSame(t, g, run)
		})
	}
}
