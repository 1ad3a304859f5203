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

// wide is a terminal in which list and timeline stand side by side.
var wide = ptyx.Size{Rows: 36, Columns: 120}

// shows waits until texts stand on the screen as it is now: what has scrolled away, or stood on another screen, does
// not count.
func shows(t *testing.T, x *runtest.Terminal, texts ...string) {
	t.Helper()
	for _, text := range texts {
		runtest.Eventually(t, text+" on the screen", func() bool { return strings.Contains(x.Screen.Text(), text) })
	}
}

// picks chooses a CLI in the dialog.
func picks(t *testing.T, x *runtest.Terminal, cli string) {
	t.Helper()
	shows(t, x, "• ")
	for range 20 {
		if strings.Contains(x.Screen.Text(), "• "+cli+" ") {
			shows(t, x, "arrives ")
			return
		}
		x.Keys("l")
		x.Rests()
	}
	t.Fatalf("%s cannot be chosen", cli)
}

// leavesBrowser quits the browser, which gives the terminal back as it was.
func leavesBrowser(t *testing.T, g *harness.Environment, x *runtest.Terminal) {
	t.Helper()
	x.Keys("q")
	if code := x.Ends(); code != "0" {
		t.Errorf("stead ended with %s", code)
	}
	runtest.NothingLeft(t, g)
}

// comesBack quits the CLI. A key that it loses on the end of its turn is pressed again.
func comesBack(t *testing.T, x *runtest.Terminal, cli string) {
	t.Helper()
	isBack := func() bool { return strings.Contains(x.Screen.Text(), "? keys") }
	for range 5 {
		x.Quits(cli)
		for limit := time.Now().Add(10 * time.Second); !isBack() &&
			time.Now().Before(limit); time.Sleep(50 * time.Millisecond) {
		}
		if isBack() {
			return
		}
	}
	t.Fatalf("the browser does not come back after %s", cli)
}

// TestSessionIsFoundAndGoesOnInAnotherCLI is the walk of somebody who types nothing but stead: find, look, continue in
// Codex, come back.
func TestSessionIsFoundAndGoesOnInAnotherCLI(t *testing.T) {
	t.Parallel()
	g := harness.New(t, provider.Steps(provider.Say("It goes on."))...)
	g.Place("claude", "tools")
	g.Place("codex", "7b03")
	x := runtest.OnTerminal(t, g, wide)
	shows(t, x, "Sessions 2  Runs  Contests", "fix the add function")
	x.Keys("/NOTES")
	shows(t, x, "IN THE TEXTS")
	x.Keys("\x15claude\r")
	shows(t, x, "Fix the bug in main.py")
	x.Keys("\r")
	shows(t, x, "wrote NOTES.md")
	x.Keys("c")
	picks(t, x, "codex")
	shows(t, x, "codex 0.")
	x.Keys("\r")
	x.Sees("and wrote NOTES.md.")
	x.SeesReady("codex")
	runtest.ComesTo(t, g, "input")
	ends := runtest.TurnEnds(t, g, "codex")
	x.Submits(runtest.Prompt)
	x.Sees("It goes on.")
	runtest.Eventually(t, "the turn is over", func() bool { return runtest.TurnEnds(t, g, "codex") > ends })
	x.SeesReady("codex")
	comesBack(t, x, "codex")
	if run := runtest.OnlyRecord(t, g); run.Status != "completed" {
		t.Errorf("the record is %+v", run)
	}
	leavesBrowser(t, g, x)
}

// TestSessionGoesOnInItsOwnCLI resumes a session as its user would: no copy is made of it, and no run.
func TestSessionGoesOnInItsOwnCLI(t *testing.T) {
	t.Parallel()
	g := harness.New(t)
	g.Place("claude", "tools")
	x := runtest.OnTerminal(t, g, wide, "browse")
	shows(t, x, "Fix the bug in main.py")
	x.Keys("o")
	x.Sees("and wrote NOTES.md.")
	x.SeesReady("claude")
	comesBack(t, x, "claude")
	shows(t, x, "Sessions 1  Runs  Contests")
	leavesBrowser(t, g, x)
}

// TestRunIsSeenAttachedToAndEnded begins in the background, attaches by a key, leaves, and ends the run by another.
func TestRunIsSeenAttachedToAndEnded(t *testing.T) {
	t.Parallel()
	g := harness.New(t)
	g.Place("claude", "tools")
	x := runtest.OnTerminal(t, g, wide, "browse")
	shows(t, x, "Fix the bug in main.py")
	x.Keys("c")
	picks(t, x, "codex")
	x.Keys("d")
	shows(t, x, "NEEDS YOU", "Runs 1 · 1 waits")
	x.Keys("ga")
	x.SeesReady("codex")
	x.Keys("\x1c")
	shows(t, x, "NEEDS YOU", "? keys")
	x.Keys("gS")
	shows(t, x, "(y, n)")
	x.Keys("y")
	shows(t, x, "has ended")
	leavesBrowser(t, g, x)
}

// TestRunAlonePicksASession types stead run and nothing else: a session is picked, continued in Codex, and the screen
// ends with that. A run that is left before Codex shows that it took the session counts as interrupted, so a prompt
// comes first.
func TestRunAlonePicksASession(t *testing.T) {
	t.Parallel()
	g := harness.New(t, provider.Steps(provider.Say("It goes on."))...)
	g.Place("claude", "tools")
	x := runtest.OnTerminal(t, g, wide, "run")
	shows(t, x, "Pick a session", "Fix the bug in main.py")
	x.Keys("\r")
	picks(t, x, "codex")
	x.Keys("\r")
	x.Sees("and wrote NOTES.md.")
	x.SeesReady("codex")
	runtest.ComesTo(t, g, "input")
	ends := runtest.TurnEnds(t, g, "codex")
	x.Submits(runtest.Prompt)
	x.Sees("It goes on.")
	runtest.QuitsAfterTurn(t, g, x, "codex", ends)
	if run := runtest.OnlyRecord(t, g); run.Status != "completed" {
		t.Errorf("the record is %+v", run)
	}
}
