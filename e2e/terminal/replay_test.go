package terminal_test

import (
	"strings"
	"testing"
	"time"

	"stead/e2e/harness"
	"stead/e2e/provider"
	"stead/e2e/runtest"
	"stead/internal/term/ptyx"
)

func TestASessionIsGoneThroughByKeys(t *testing.T) {
	t.Parallel()
	g := harness.New(t)
	session := g.Place("claude", "text")
	x := runtest.OnTerminal(t, g, runtest.Small, "replay", session.Ref())
	x.Sees("step 1/", "What is in this project?", "q quit")
	x.Keys("\x1b[C")
	x.Sees("step 2/", "wrote")
	x.Keys("t")
	x.Sees("turn 2/2", "Do you see a bug?")
	x.Keys("/SUBTRACTS\r")
	x.Sees("subtracts")
	x.Keys("r")
	x.Sees("record ", " of claude")
	x.Keys("?")
	x.Sees("the native record of the step")
	x.Keys("qq")
	if code := x.Ends(); code != "0" {
		t.Errorf("exit code %s", code)
	}
}

func TestTheTerminalOfARunIsPlayedAgain(t *testing.T) {
	t.Parallel()
	g := harness.New(t, provider.Steps(provider.Say("It goes on."))...)
	session := g.Place("claude", "text")
	runtest.Exits(t, g.Stead("run", "--from", session.Ref(), "--to", "codex", "-p", runtest.Prompt), 0)
	x := runtest.OnTerminal(t, g, ptyx.Size{Rows: 45, Columns: 130}, "replay", "run:latest", "--terminal", "--speed", "50")
	x.Sees("holds at", "q quits", "It goes on.")
	x.Keys("q")
	if code := x.Ends(); code != "0" {
		t.Errorf("exit code %s", code)
	}
	exported := g.Stead("replay", "run:latest", "--export", "-", "--cast-version", "2", "--idle", "1s")
	runtest.Exits(t, exported, 0)
	if !strings.HasPrefix(exported.Stdout, `{"version":2,`) || !strings.Contains(exported.Stdout, "It goes on.") {
		t.Errorf("exported %.300s", exported.Stdout)
	}
}

func TestAReplayThatIsEndedGivesTheTerminalBack(t *testing.T) {
	t.Parallel()
	g := harness.New(t)
	session := g.Place("claude", "text")
	x := runtest.OnTerminal(t, g, runtest.Small, "replay", session.Ref())
	x.Sees("step 1/")
	x.Keys("\x03")
	if !x.IsOver(10 * time.Second) {
		t.Fatal("Ctrl-C did not end it")
	}
	if code := x.Ends(); code != "0" {
		t.Errorf("exit code %s", code)
	}
}
