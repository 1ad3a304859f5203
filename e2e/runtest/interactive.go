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

// Quits types the command or the key that ends a CLI. It submits a command only after the command is visible in the
// composer, as a person does: Gemini CLI 0.61.0 takes an Enter immediately after a text for a line break.
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

// QuitsAfterTurn ends the CLI as a person does, once its session says that one more turn is over.
func QuitsAfterTurn(t *testing.T, g *harness.Environment, x *Terminal, target string, turnsBefore int) {
	t.Helper()
	Eventually(t, "the turn is over", func() bool { return TurnEnds(t, g, target) > turnsBefore })
	x.SeesReady(target)
	Leaves(t, g, x, target)
}

// Leaves quits the CLI. A CLI that is still busy with the end of its turn ignores a key. So Leaves presses the key
// again, late enough that it does not reach the shell of a stead that has just ended.
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
