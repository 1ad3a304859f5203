package e2e_test

import (
	"strings"
	"testing"
	"time"

	"stead/e2e/harness"
	"stead/e2e/provider"
	"stead/internal/ptyx"
)

func TestASessionIsGoneThroughByKeys(t *testing.T) {
	t.Parallel()
	g := harness.New(t)
	session := g.Place("claude", "text")
	x := onTerminal(t, g, small, "replay", session.Ref())
	x.sees("step 1/", "What is in this project?", "q quit")
	x.keys("\x1b[C")
	x.sees("step 2/", "wrote")
	x.keys("t")
	x.sees("turn 2/2", "Do you see a bug?")
	x.keys("/SUBTRACTS\r")
	x.sees("subtracts")
	x.keys("r")
	x.sees("record ", " of claude")
	x.keys("?")
	x.sees("the native record of the step")
	x.keys("qq")
	if code := x.ends(); code != "0" {
		t.Errorf("exit code %s", code)
	}
}

func TestTheTerminalOfARunIsPlayedAgain(t *testing.T) {
	t.Parallel()
	g := harness.New(t, provider.Steps(provider.Say("It goes on."))...)
	session := g.Place("claude", "text")
	exits(t, g.Stead("run", "--from", session.Ref(), "--to", "codex", "-p", prompt), 0)
	x := onTerminal(t, g, ptyx.Size{Rows: 45, Columns: 130}, "replay", "run:latest", "--terminal", "--speed", "50")
	x.sees("holds at", "q quits", "It goes on.")
	x.keys("q")
	if code := x.ends(); code != "0" {
		t.Errorf("exit code %s", code)
	}
	exported := g.Stead("replay", "run:latest", "--export", "-", "--cast-version", "2", "--idle", "1s")
	exits(t, exported, 0)
	if !strings.HasPrefix(exported.Stdout, `{"version":2,`) || !strings.Contains(exported.Stdout, "It goes on.") {
		t.Errorf("exported %.300s", exported.Stdout)
	}
}

func TestAReplayThatIsEndedGivesTheTerminalBack(t *testing.T) {
	t.Parallel()
	g := harness.New(t)
	session := g.Place("claude", "text")
	x := onTerminal(t, g, small, "replay", session.Ref())
	x.sees("step 1/")
	x.keys("\x03")
	if !x.isOver(10 * time.Second) {
		t.Fatal("Ctrl-C did not end it")
	}
	if code := x.ends(); code != "0" {
		t.Errorf("exit code %s", code)
	}
}
