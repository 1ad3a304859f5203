package browse_test

import (
	"testing"

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
	x.Sees("1. permission, codex, Make the file.", "n for a new session")
	x.Keys("1\r")
	x.Sees("p answer what it asks")
	x.Keys("p\r")
	x.Sees("touch made.txt", "allow: Yes, proceed", "deny, or enter:")
	x.Keys("allow\r")
	x.Sees("exec_command: touch made.txt: Yes, proceed")
	runtest.ComesTo(t, g, "input")

	x.Keys("1\r")
	x.Sees("s send its run a text")
	x.Keys("d\r")
	x.Sees("A made.txt")
	x.Keys("1\r")
	x.Keys("s\r")
	x.Sees("What is it to do next?")
	x.Keys("Say the second one.\r")
	runtest.Eventually(t, "it says it", func() bool {
		return runtest.OnlyRecord(t, g).FinalText == "The second one is said."
	})
	runtest.ComesTo(t, g, "input")
	x.Keys("1\r")
	x.Keys("x\r")
	x.Sees("In which CLI does it go on?")
	x.Keys("claude\r")
	x.Sees("goes on in claude")
	runtest.Eventually(t, "Claude Code takes over", func() bool { return runtest.OnlyRecord(t, g).To.CLI == "claude" })
	runtest.ComesTo(t, g, "input")
	x.Keys("*\r")
	x.Sees("1. input, claude, Make the file.")
	x.Keys("1\r")
	x.Keys("S\r")
	x.Sees("y ends the run")
	x.Keys("y\r")
	runtest.Eventually(t, "it is ended", func() bool { return runtest.OnlyRecord(t, g).Status != "running" })
	x.Keys("q\r")
	x.Sees("exit 0")
	runtest.NothingLeft(t, g)
}
