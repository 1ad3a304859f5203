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

// TestAKillAfterAnActLosesNothing kills stead while the CLI works on the first prompt behind what its user has done.
// The next CLI is told what stood on the screen, from the run and from the session alike.
func TestAKillAfterAnActLosesNothing(t *testing.T) {
	t.Parallel()
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
			runtest.Eventually(t, "the run is in another session",
				func() bool { return runtest.OnlyRecord(t, g).To.ID != before.To.ID })
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

// isKilled kills stead and what it has started: the CLI leads a group of processes, as Qwen Code and Gemini CLI start
// themselves again, and what is left of it would store a moment later what it has in memory.
func isKilled(t *testing.T, x *runtest.Terminal, run runtest.Record) {
	t.Helper()
	for _, pid := range []int{run.Supervisor.PID, -run.Child.PID} {
		if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
			t.Fatal(err)
		}
	}
	x.Ends()
}

// sameDelivery has a run, and the session that it is in, go on in another CLI, which is told some texts as often as is
// wanted, and one as often from the run as from the session.
func sameDelivery(t *testing.T, g *harness.Environment, run runtest.Record, want map[string]int, same string) {
	t.Helper()
	want = maps.Clone(want)
	want[same] = isDelivered(t, g, run.To.CLI+":"+run.To.ID, "codex", want).of(same)
	isDelivered(t, g, "run:"+run.Run, "codex", want)
}

// TestAKillInTheMiddleOfAnActLosesNothing kills stead and the CLI a moment after the CLI was told what to do, wherever
// that finds it: shortening its history, running a command, in a dialog, in another mode.
func TestAKillInTheMiddleOfAnActLosesNothing(t *testing.T) {
	t.Parallel()
	for cli, all := range acts {
		for act, keys := range all {
			t.Run(cli+"/"+act, func(t *testing.T) {
				runtest.Proves(t, cli)
				t.Parallel()
				g, x := converses(t, cli, "What is the first word?", "Alpha.", "Beta.", "Gamma.")
				asksAndSees(t, g, x, "And what is the second word?", "Beta.")
				isKilledAmid(t, g, x, keys[:min(2, len(keys))])
			})
		}
	}
}

// TestAKillWhileAnotherSessionIsOpenedLosesNothing kills them a moment after the last key with which the user copies a
// session, or opens an earlier one.
func TestAKillWhileAnotherSessionIsOpenedLosesNothing(t *testing.T) {
	t.Parallel()
	for cli, keys := range branching {
		t.Run(cli+"/a copy", func(t *testing.T) {
			runtest.Proves(t, cli)
			t.Parallel()
			g, x := converses(t, cli, "What is the first word?", "Alpha.")
			isKilledAmid(t, g, x, keys)
		})
	}
	for cli, keys := range comingBack {
		t.Run(cli+"/an earlier one", func(t *testing.T) {
			runtest.Proves(t, cli)
			t.Parallel()
			g, x := converses(t, cli, "What is the first word?", "Alpha.", "Beta.")
			begun := runtest.OnlyRecord(t, g).To.ID
			commands(x, startingAnew[cli])
			asksAndSees(t, g, x, "And what is the second word?", "Beta.")
			runtest.Eventually(t, "the run is in another session",
				func() bool { return runtest.OnlyRecord(t, g).To.ID != begun })
			isKilledAmid(t, g, x, keys)
			isDelivered(t, g, cli+":"+begun, "codex", map[string]int{"What is the first word?": 1, "Alpha.": 1})
		})
	}
}

// isKilledAmid presses keys, and kills stead and the CLI at the last one. What another CLI is told then is the same
// from the run and from its session.
func isKilledAmid(t *testing.T, g *harness.Environment, x *runtest.Terminal, keys []press) {
	t.Helper()
	for _, p := range keys {
		x.Sees(p.sees)
		x.Rests()
		x.Keys(p.keys)
	}
	isKilled(t, x, runtest.OnlyRecord(t, g))
	deliversTheSame(t, g, runtest.OnlyRecord(t, g), nil)
}
