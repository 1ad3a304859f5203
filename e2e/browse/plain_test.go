package browse_test

import (
	"strings"
	"testing"
	"time"

	"stead/e2e/harness"
	"stead/e2e/provider"
	"stead/e2e/runtest"
)

// TestPlainLinesDoWhatTheScreenDoes lives with a run in lines and questions, as with a screen reader: it answers what
// the run asks, hears what it has changed, sends it a text, has it go on in another CLI, and ends it.
func TestPlainLinesDoWhatTheScreenDoes(t *testing.T) {
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
	runtest.Exits(t, g.Stead("run", "--to", "codex", "--interactive", "--detach", "--prompt", "Make the file."), 0)
	runtest.ComesTo(t, g, "permission")

	x := runtest.OnTerminal(t, g, runtest.Large, "browse", "--plain")
	// A person hears the question first. What is typed before it would stand in its line, which breaks elsewhere then.
	answers := func(question, answer string) {
		t.Helper()
		runtest.Eventually(t, question+" is asked", func() bool { return strings.HasSuffix(x.Text(), question) })
		x.Keys(answer + "\r")
	}
	const list, acts = "n for a new session, or q:", "? for more, or enter:"
	x.Sees("1. permission, codex, Make the file.")
	answers(list, "1")
	x.Sees("p answer what it asks")
	answers(acts, "p")
	x.Sees("touch made.txt", "allow: Yes, proceed")
	answers("deny, or enter:", "allow")
	x.Sees("exec_command: touch made.txt: Yes, proceed")
	runtest.ComesTo(t, g, "input")

	answers(list, "1")
	answers(acts, "d")
	x.Sees("A made.txt")
	answers(list, "1")
	x.Sees("s send its run a text")
	answers(acts, "s")
	answers("What is it to do next?", "Say the second one.")
	runtest.Eventually(t, "it says it", func() bool {
		return runtest.OnlyRecord(t, g).FinalText == "The second one is said."
	})
	runtest.ComesTo(t, g, "input")
	answers(list, "1")
	answers(acts, "x")
	answers("In which CLI does it go on? Its own is ended.", "claude")
	x.Sees("goes on in claude")
	runtest.Eventually(t, "Claude Code takes over", func() bool { return runtest.OnlyRecord(t, g).To.CLI == "claude" })
	runtest.ComesTo(t, g, "input")
	answers(list, "*")
	x.Sees("1. input, claude, Make the file.")
	answers(list, "1")
	answers(acts, "S")
	answers("y ends the run, enter does not:", "y")
	runtest.Eventually(t, "it is ended", func() bool { return runtest.OnlyRecord(t, g).Status != "running" })
	answers(list, "q")
	x.Sees("exit 0")
	if !x.IsOver(10 * time.Second) { // the shell around it
		t.Error("the shell has not ended")
	}
	runtest.NothingLeft(t, g)
}
