package terminal_test

import (
	"testing"

	"stead/e2e/harness"
	"stead/e2e/provider"
	"stead/e2e/runtest"
)

// TestSessionOpensInAHomeThatWasUsedBefore: a Codex that has run before keeps an index of its sessions, and its
// terminal refuses one that names no provider ("Model provider unavailable", 0.169.0). A fresh home does not show that.
func TestSessionOpensInAHomeThatWasUsedBefore(t *testing.T) {
	t.Parallel()
	g := harness.New(t, provider.Steps(provider.Say("Used."), provider.Say("It goes on."))...)
	g.Resume(g.Place("codex", "78a8"), "Make the index.")
	session := g.Place("claude", "tools")
	x := runtest.OnTerminal(t, g, runtest.Large, "run", "--from", session.Ref(), "--to", "codex")
	x.Sees("and wrote NOTES.md.", harness.Of("codex").Screen.Ready)
	ends := runtest.TurnEnds(t, g, "codex")
	x.Submits(runtest.Prompt)
	x.Sees("It goes on.")
	runtest.QuitsAfterTurn(t, g, x, "codex", ends)
}
