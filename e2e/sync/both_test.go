package sync_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"syscall"
	"testing"
	"time"

	"stead/e2e/harness"
	"stead/e2e/runtest"
	"stead/timeline"
)

// pair is a CLI in which a session began, and another in which it goes on.
type pair struct{ home, away string }

// session is the recorded one of which the tests know the conversation.
func (p pair) session() string { return harness.Of(p.home).Story.Session }

// pairs are those with which turns go both ways: one, or with STEAD_SYNC=full (make sync) all whose sessions can be
// followed and added to.
func pairs() []pair {
	all := []pair{{"claude", "codex"}}
	if os.Getenv("STEAD_SYNC") != "full" {
		return all
	}
	for _, cli := range harness.With(harness.CLI.HasTools)[1:] {
		all = append(all, pair{cli, harness.Of(cli).Story.Away})
		if cli != "codex" {
			all = append(all, pair{"claude", cli})
		}
	}
	return all
}

// TestTurnsGoBothWaysWhileARunGoesOn works in a terminal, goes on in the mirror with the source's own CLI, and then in
// the terminal again: each side has what was said in the other, once, in order, in its role.
func TestTurnsGoBothWaysWhileARunGoesOn(t *testing.T) {
	t.Parallel()
	for _, c := range pairs() {
		t.Run(c.home+" to "+c.away, func(t *testing.T) {
			t.Parallel()
			goesBothWays(t, c.home, c.session(), c.away)
		})
	}
}

func goesBothWays(t *testing.T, home, name, away string) {
	t.Helper()
	g := harness.New(t)
	runtest.EndsRuns(t, g)
	session := g.Place(home, name)
	original := g.Records(session)
	x := runtest.OnTerminal(t, g, runtest.Large, "run", "--from", session.Ref(), "--to", away, "--sync")
	x.SeesReady(away)
	types(t, g, x, away, 1)
	mirror := onlyMirror(t, g)
	goesOnThere(t, g, mirror, harness.Of(home).Story.Said, 1, 2)
	theirs := g.Records(mirror)
	x.Sees(mirror.Ref()+" was continued", "1 turn of it is now in this run")
	runtest.ComesTo(t, g, "input")
	if !bytes.Equal(g.Records(mirror), theirs) {
		t.Error("what was taken from the mirror was written into it again")
	}
	types(t, g, x, away, 3)
	runtest.HoldsHops(t, undoubled(away, runtest.LastTurn(g, away)), harness.Of(home).Story.Said, 1, 2, 3)
	if mirror != onlyMirror(t, g) {
		t.Error("the run has another mirror now")
	}
	keepsLines(t, theirs, g.Records(mirror))
	goesOnThere(t, g, mirror, harness.Of(home).Story.Said, 1, 2, 3, 4)
	runtest.Eventually(t, "the second turn of the mirror is in the run",
		func() bool { return inJournal(t, g, hopDone(4)) == 1 })
	runtest.ComesTo(t, g, "input")
	runtest.Leaves(t, g, x, away)
	for number := 1; number <= 4; number++ {
		if count := inJournal(t, g, hopDone(number)); count != 1 {
			t.Errorf("turn %d is %d times in the run's timeline", number, count)
		}
	}
	if !bytes.Equal(g.Records(session), original) {
		t.Error("the source was touched")
	}
}

// patience is after how long a person presses the key once more that has done nothing: on a loaded machine Gemini CLI
// takes it for a part of the paste.
const patience = 10 * time.Second

// types submits a prompt in the run's CLI and waits until the turn is mirrored.
func types(t *testing.T, g *harness.Environment, x *runtest.Terminal, cli string, number int) {
	t.Helper()
	g.Provider.Add(runtest.Hop(cli, number)...)
	x.Submits(runtest.HopPrompt(number))
	again := time.Now().Add(patience)
	runtest.Eventually(t, "the turn is mirrored", func() bool {
		if time.Now().After(again) && runtest.OnlyRecord(t, g).StateLine() == "input" {
			x.Keys("\r")
			again = time.Now().Add(patience)
		}
		return isMirrored(t, g, hopDone(number))
	})
}

// keepsLines fails the test when a record of a session is not there any more as it was, or nothing was added. Parts of
// a session of OpenCode's are in the order of their ids, which is not that of their messages.
func keepsLines(t *testing.T, before, after []byte) {
	t.Helper()
	for line := range bytes.Lines(before) {
		if !bytes.Contains(after, line) {
			t.Errorf("this is gone:\n%.300s", line)
		}
	}
	if len(after) <= len(before) {
		t.Error("nothing was added")
	}
}

// inJournal counts the answers in a run's timeline that say a text, on whatever branch.
func inJournal(t *testing.T, g *harness.Environment, text string) (count int) {
	t.Helper()
	for _, line := range runtest.OnlyRecord(t, g).Journal(t) {
		var e timeline.Entry
		if err := json.Unmarshal([]byte(line), &e); err == nil && e.Type == timeline.Assistant && !e.Hidden &&
			e.Content.String() == text {
			count++
		}
	}
	return count
}

// TestDetachedRunAndItsMirrorOutliveAKill has nobody at the run's terminal, and then kills its process and goes on in
// the mirror before the run is resumed.
func TestDetachedRunAndItsMirrorOutliveAKill(t *testing.T) {
	t.Parallel()
	g := harness.New(t)
	runtest.EndsRuns(t, g)
	session := g.Place("claude", "tools")
	runtest.Exits(t, g.Stead("run", "--from", session.Ref(), "--to", "codex", "--sync", "--detach"), 0)
	sends := func(number int) {
		t.Helper()
		g.Provider.Add(runtest.Hop("codex", number)...)
		runtest.Exits(t, g.Stead("send", "latest", runtest.HopPrompt(number), "--wait"), 0)
		runtest.Eventually(t, "the turn is mirrored", func() bool { return isMirrored(t, g, hopDone(number)) })
	}
	sends(1)
	goesOnThere(t, g, onlyMirror(t, g), harness.Of("claude").Story.Said, 1, 2)
	runtest.Eventually(t, "the turn of the mirror is in the run", func() bool { return inJournal(t, g, hopDone(2)) == 1 })
	sends(3)
	runtest.HoldsHops(t, runtest.LastTurn(g, "codex"), harness.Of("claude").Story.Said, 1, 2, 3)

	run := runtest.OnlyRecord(t, g)
	for _, pid := range []int{run.Supervisor.PID, run.Child.PID} {
		if err := syscall.Kill(pid, syscall.SIGKILL); err != nil && !errors.Is(err, syscall.ESRCH) {
			t.Fatal(err)
		}
	}
	runtest.AwaitsEnd(t, g, run)
	goesOnThere(t, g, onlyMirror(t, g), harness.Of("claude").Story.Said, 1, 2, 3, 4)
	g.Provider.Add(runtest.Hop("codex", 5)...)
	runtest.Exits(t, g.Stead("run", "--resume", "latest", "-p", runtest.HopPrompt(5), "--headless"), 0)
	runtest.HoldsHops(t, runtest.LastTurn(g, "codex"), harness.Of("claude").Story.Said, 1, 2, 3, 4, 5)
	goesOnThere(t, g, onlyMirror(t, g), harness.Of("claude").Story.Said, 1, 2, 3, 4, 5, 6)
}
