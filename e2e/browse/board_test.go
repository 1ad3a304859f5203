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

// TestBoard lives with a run on the board: it begins a session by a key, sees the CLI's terminal change beside the
// list, answers what it asks, sends it a text and ends it, without attaching to it.
func TestBoard(t *testing.T) {
	t.Parallel()
	said := func(text string) provider.Step {
		return provider.Step{When: runtest.TurnsOf("codex"), Reply: provider.Say(text)}
	}
	asks := runtest.MakesAFile("codex")
	asks.When = runtest.TurnsOf("codex")
	g := harness.New(t, asks, said("It is made."), said("The second one is said."))
	runtest.Repository(t, g)
	runtest.AsksFirst(t, g, "codex")
	runtest.EndsRuns(t, g)
	b := &board{inTmux(t, g, 120, 36)}
	b.types(g.SteadPath())
	b.presses("Enter")

	b.begins()
	b.watches()
	b.answers()
	b.compares()
	b.sends()
	b.switches()
	b.ends()
	b.leaves()
	cast := string(g.Read(filepath.Join(runtest.OnlyRecord(t, g).Folder, "terminal.cast")))
	for line := range strings.SplitSeq(cast, "\n") {
		if strings.Contains(line, `, "r", "`) && !strings.Contains(line, `"120x40"`) { // its size at the start
			t.Errorf("the run's terminal has changed its size, and it was only looked at: %s", line)
		}
	}
	runtest.NothingLeft(t, g)
}

// board is a person in front of the list of runs.
type board struct{ *tmux }

// begins begins a session in Codex, in the background. A key that does not apply says why before.
func (b *board) begins() {
	b.shows("? keys", "n new")
	b.types("a")
	b.shows("there is no session here")
	b.types("n")
	b.shows("Begin a session in", "• claude ")
	b.presses("Right")
	b.shows("• codex ", "to ")
	for range lines {
		b.presses("Down")
	}
	b.types("Make the file.")
	b.shows("Make the file.")
	for range lines {
		b.presses("Up")
	}
	b.types("d")
	b.shows("NEEDS YOU", "permission")
}

// watches sees Codex' own dialog beside the list, below what it asks in whole words, and the timeline instead.
func (b *board) watches() {
	b.types("g")
	b.shows("NEEDS YOU", "its terminal, live", "codex asks:", "touch made.txt", "Yes, proceed")
	b.types("w")
	b.shows("NEEDS YOU", "w its terminal", "turn 1")
	b.lacks("Yes, proceed")
	b.types("w")
	b.shows("its terminal, live", "Yes, proceed")
	b.types("!")
	b.shows("nothing else here needs you")
}

// answers allows what it asks. The picture goes on.
func (b *board) answers() {
	b.types("p")
	b.shows("y  Yes")
	time.Sleep(undrawn)
	b.types("y")
	b.shows("NEEDS YOU", "its terminal, live", "It is made.", "It waits for what you say next")
	if _, err := os.Stat(filepath.Join(b.g.Work, "made.txt")); err != nil {
		b.t.Error(err)
	}
}

// compares sees the file that it has made, in the head of the pane and as a diff.
func (b *board) compares() {
	b.types("d")
	b.shows("what was changed in its folder", "compared with", "A made.txt")
	b.presses("Escape")
	b.shows("its terminal, live")
	b.presses("C-r")
	b.shows("1 file +0 −0")
}

// sends sends it a text, whose answer appears in the picture.
func (b *board) sends() {
	runtest.ComesTo(b.t, b.g, string(signals.Input))
	b.types("s")
	b.shows("send to ")
	b.types("Say the second one.")
	b.presses("Enter")
	b.shows("NEEDS YOU", "its terminal, live", "The second one is said.")
}

// switches has the run go on in Claude Code, whose terminal then stands beside the list.
func (b *board) switches() {
	b.shows("! input")
	b.types("x")
	b.shows("Go on with the run of codex:", "• claude ", "in the same terminal")
	b.presses("Enter")
	b.shows("goes on in claude")
	runtest.Eventually(b.t, "Claude Code takes over", func() bool {
		return runtest.OnlyRecord(b.t, b.g).To.CLI == "claude"
	})
	runtest.ComesTo(b.t, b.g, string(signals.Input))
	b.shows("! input       claude")
	b.types("!") // the session in Codex is still the chosen one
	b.shows("its terminal, live", "The second one is said.")
}

// ends ends the run. Its timeline takes the place of the picture.
func (b *board) ends() {
	b.shows("! input")
	b.types("S")
	b.shows("(y, n)")
	b.types("y")
	b.shows("has ended", "turn 1")
	b.lacks("its terminal, live")
}
