package runtest

import (
	"os"
	"strings"
	"testing"
	"time"

	"stead/e2e/harness"
)

// Interactive is how a person works with each CLI: what its composer shows when it is ready, the keys that quit, and what its
// session holds when a turn is over. Where no mark says that, it is over when the answer has been captured.
var Interactive = map[string]struct {
	Ready, turnEnd string
	Quit           func(*Terminal)
}{
	"claude":   {"bypass permissions on", `"turn_duration"`, command("/exit")},
	"codex":    {"Ask Codex to do anything", `"task_complete"`, func(x *Terminal) { x.Keys("\x03") }},
	"opencode": {"ctrl+p", "", command("/exit")},
	"gemini":   {"Type your message", "", command("/quit")},
	"kimi":     {"context:", `"turn.ended"`, command("/exit")},
	"qwen":     {"YOLO mode", "", command("/quit")}, // in the composer stands what the model suggests
	"pi":       {"%/", "", command("/quit")},
}

// command types a command of the CLI and, once it stands in the composer, submits it as late as a person does: an Enter that
// follows a text at once is a line break for Gemini CLI 0.61.0.
func command(name string) func(*Terminal) {
	return func(x *Terminal) {
		x.Keys(name)
		x.Sees(name)
		time.Sleep(behindPaste)
		x.Keys("\r")
	}
}

// QuitsAfterTurn ends the CLI as a person does, once its session says that a further turn is over.
func QuitsAfterTurn(t *testing.T, g *harness.Environment, x *Terminal, target string, turnsBefore int) {
	t.Helper()
	how := Interactive[target]
	Eventually(t, "the turn is over", func() bool { return TurnEnds(t, g, target) > turnsBefore })
	x.Sees(how.Ready)
	Leaves(t, g, x, target)
}

// Leaves quits the CLI. A key that comes while the CLI is still busy with the end of its turn is lost on it, and is pressed again: late
// enough that it does not meet the shell behind a stead that has just ended.
func Leaves(t *testing.T, g *harness.Environment, x *Terminal, target string) {
	t.Helper()
	for range 5 {
		Interactive[target].Quit(x)
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
	run := OnlyRecord(t, g)
	if Interactive[target].turnEnd == "" {
		return strings.Count(run.RawJournal(t), `"content":"It goes on."`)
	}
	content, err := os.ReadFile(run.To.Path)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Count(string(content), Interactive[target].turnEnd)
}
