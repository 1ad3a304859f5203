package runtest

import (
	"os"
	"strings"
	"testing"
	"time"

	"stead/e2e/harness"
)

// SeesReady waits until a CLI's composer takes input.
func (x *Terminal) SeesReady(cli string) {
	x.t.Helper()
	x.Sees(harness.Of(cli).Screen.Ready)
}

// Quits types what ends a CLI. A command is submitted once it stands in the composer, as late as a person does: an
// Enter that follows a text at once is a line break for Gemini CLI 0.61.0.
func (x *Terminal) Quits(cli string) {
	x.t.Helper()
	keys := harness.Of(cli).Screen.Quit
	x.Keys(keys)
	if strings.HasPrefix(keys, "/") {
		x.Sees(keys)
		time.Sleep(behindPaste)
		x.Keys("\r")
	}
}

// QuitsAfterTurn ends the CLI as a person does, once its session says that a further turn is over.
func QuitsAfterTurn(t *testing.T, g *harness.Environment, x *Terminal, target string, turnsBefore int) {
	t.Helper()
	Eventually(t, "the turn is over", func() bool { return TurnEnds(t, g, target) > turnsBefore })
	x.SeesReady(target)
	Leaves(t, g, x, target)
}

// Leaves quits the CLI. A key that comes while the CLI is still busy with the end of its turn is lost on it, and is
// pressed again: late enough that it does not meet the shell behind a stead that has just ended.
func Leaves(t *testing.T, g *harness.Environment, x *Terminal, target string) {
	t.Helper()
	for range 5 {
		x.Quits(target)
		if x.IsOver(10 * time.Second) {
			break
		}
	}
	if code := x.Ends(); code != "0" {
		t.Errorf("stead ended with %s", code)
	}
	NothingLeft(t, g)
}

// TurnEnds counts the turns that have ended in the injected session.
func TurnEnds(t *testing.T, g *harness.Environment, target string) int {
	t.Helper()
	run, end := OnlyRecord(t, g), harness.Of(target).Screen.TurnEnd
	if end == "" {
		return strings.Count(run.RawJournal(t), `"content":"It goes on."`)
	}
	content, err := os.ReadFile(run.To.Path)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Count(string(content), end)
}
