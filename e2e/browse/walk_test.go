package browse_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"stead/e2e/harness"
	"stead/e2e/provider"
	"stead/e2e/runtest"
	"stead/inject/signals"
)

// undrawn is how long a request has been on the screen before keys answer it.
const undrawn = 400 * time.Millisecond

// walk is one person's afternoon with the browser.
type walk struct {
	*tmux
	session harness.Session
}

// TestWalk does by keys, in a real terminal and with the real CLIs, what stead has a browser for: find a session, look
// at it, continue it in another CLI, watch that, answer what it asks, end it, compare, have two CLIs try the same, take
// one's work, and start an edited copy.
func TestWalk(t *testing.T) {
	t.Parallel()
	said := func(text string) provider.Step {
		return provider.Step{When: runtest.TurnsOf("codex"), Reply: provider.Say(text)}
	}
	asks := runtest.MakesAFile("codex")
	asks.When = runtest.TurnsOf("codex")
	steps := []provider.Step{asks, said("It is made."), said("It goes on without the rest.")}
	contest := append(runtest.RunsCommand("claude", "echo by claude > answer.txt"),
		runtest.RunsCommand("codex", "echo by codex > answer.txt")...)
	g := harness.New(t, append(steps[:2:2], append(contest, steps[2:]...)...)...)
	runtest.Repository(t, g)
	w := &walk{session: g.Place("claude", "tools")}
	g.Place("codex", "7b03")
	runtest.AsksFirst(t, g, "codex")
	runtest.EndsRuns(t, g)
	before := g.Records(w.session)
	w.tmux = inTmux(t, g, 120, 36, "EDITOR="+editor(t, g))
	w.types(g.SteadPath())
	w.presses("Enter")

	w.finds()
	w.continues()
	w.answers()
	w.watchesAndEnds()
	w.compares()
	w.picks()
	w.edits()
	w.ends()
	w.leaves()
	if string(g.Records(w.session)) != string(before) {
		t.Error("the session that all began with was changed")
	}
	runtest.NothingLeft(t, g)
}

// editor is a program in the place of the user's editor: it drops the last entry, which stands before the block that
// ends the text.
func editor(t *testing.T, g *harness.Environment) string {
	t.Helper()
	path := filepath.Join(g.Dir, "editor")
	script := `#!/bin/sh
awk '/^=== /{n++} {line[NR]=$0; block[NR]=n} END{for(i=1;i<=NR;i++) if(block[i]!=n-1) print line[i]}' "$1" >"$1.new" && mv "$1.new" "$1"
`
	if err := os.WriteFile(path, []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	return path
}

// finds searches the texts of all sessions, and looks at the one that it wants.
func (w *walk) finds() {
	w.shows("? keys", "fix the add function", "Fix the bug in main.py")
	w.types("/NOTES")
	w.shows("IN THE TEXTS")
	w.presses("C-u")
	w.types("claude")
	w.presses("Enter")
	w.shows("Fix the bug in main.py", "Fixed the bug in add")
	w.lacks("fix the add function")
	w.presses("Enter")
	w.shows("esc back", "The user wants the bug fixed.")
	w.presses("Escape")
	w.shows("enter open")
}

// lines is more than a dialog has lines to type or choose in.
const lines = 12

// prompts types the dialog's prompt: its last line.
func (w *walk) prompts(text string) {
	for range lines {
		w.presses("Down")
	}
	w.types(text)
	w.shows(text)
}

// continues starts the session in Codex, in the background, with the report on what arrives before.
func (w *walk) continues() {
	w.presses("c")
	w.shows("Continue claude:")
	w.shows("• codex ", "arrives", "replaced") // another CLI than the session's own is proposed
	w.prompts("Make the file.")
	for range lines {
		w.presses("Up")
	}
	w.types("d")
	w.shows("-> codex:")
	w.presses("Escape") // the filter keeps the run away
	w.shows("NEEDS YOU", "permission")
}

// answers sees what the run asks, whole, and allows it.
func (w *walk) answers() {
	w.presses("g")
	w.types("p")
	w.shows("touch made.txt", "enter attach")
	w.presses("Escape")
	w.lacks("enter attach")
	w.types("p")
	// The session's own steps beside the list tell of the call, too: the box is there with its answers.
	w.shows("touch made.txt", "y  Yes", "enter attach")
	time.Sleep(undrawn)
	w.types("y")
	runtest.Eventually(w.t, "made.txt is made", func() bool {
		_,
			err := os.Stat(filepath.Join(w.g.Work, "made.txt"))
		return err == nil
	})
	if journal := runtest.OnlyRecord(w.t, w.g).RawJournal(w.t); !strings.Contains(journal, "by stead") {
		w.t.Error("the journal does not tell who has answered")
	}
}

// watchesAndEnds attaches, sees what Codex says, leaves and ends the run.
func (w *walk) watchesAndEnds() {
	runtest.ComesTo(w.t, w.g, string(signals.Input))
	w.presses("g")
	w.types("a")
	w.lacks("? keys") // the browser's timeline shows the answer, too
	w.shows("It is made.")
	w.presses(`C-\`)
	w.ends()
}

// ends ends the run that waits, once the list shows it.
func (w *walk) ends() {
	w.shows("? keys", "NEEDS YOU", "! input")
	w.types("gS")
	w.shows("(y, n)")
	w.types("y")
	w.shows("has ended")
}

// compares lays the run's session beside the original.
func (w *walk) compares() {
	w.types("g")
	w.types("m")
	w.shows("marked ")
	w.types("j=")
	w.shows("in common", "(END)")
	w.types("q")
	w.shows("? keys")
}

// picks has two CLIs try the same and takes the work of one.
func (w *walk) picks() {
	w.types("/Fix the bug")
	w.presses("Enter")
	w.types("gb")
	w.shows("The same prompt")
	w.shows("✓ claude ✓ codex   gemini")
	w.types("jjjll")
	w.shows("• edits ")
	w.prompts("Write the answer.")
	w.presses("Enter")
	w.shows("It is done by claude.", "press enter to go back")
	w.presses("Enter")
	w.shows("? keys")
	w.types("3")
	w.shows("It is done by", "enter open")
	w.types("j")
	w.shows("P pick")
	w.types("P")
	w.shows("(y, n)")
	w.types("y")
	runtest.Eventually(w.t, "the work is in the folder", func() bool {
		content, err := os.ReadFile(filepath.Join(w.g.Work, "answer.txt"))
		return err == nil && strings.HasPrefix(string(content), "by c")
	})
	w.types("1")
}

// edits edits a copy in an editor, and starts it.
func (w *walk) edits() {
	w.types("g")
	w.types("e")
	w.shows("Continue draft:")
	w.shows("• claude ", "arrives")
	w.types("l")
	w.shows("• codex ", "arrives")
	w.prompts("Go on.")
	w.presses("Enter")
	w.shows("It goes on without the rest.")
	runtest.Eventually(w.t, "the turn is over", func() bool { return w.newest().State == signals.Input })
	w.presses(`C-\`)
}

// newest is the record of the run that was begun last.
func (w *walk) newest() runtest.Record {
	all := runtest.Records(w.t, w.g)
	return all[len(all)-1]
}
