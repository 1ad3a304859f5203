package e2e_test

import (
	"testing"

	"stead/e2e/harness"
	"stead/e2e/provider"
)

// TestSessionOpensInAHomeThatWasUsedBefore: a Codex that has run before keeps an index of its sessions, and its terminal refuses
// one that names no provider ("Model provider unavailable", 0.169.0). A fresh home does not show that.
func TestSessionOpensInAHomeThatWasUsedBefore(t *testing.T) {
	t.Parallel()
	g := harness.New(t, provider.Steps(provider.Say("Used."), provider.Say("It goes on."))...)
	g.Resume(g.Place("codex", "78a8"), "Make the index.")
	session := g.Place("claude", "tools")
	x := onTerminal(t, g, large, "run", "--from", session.Ref(), "--to", "codex")
	x.sees("and wrote NOTES.md.", interactive["codex"].ready)
	ends := turnEnds(t, g, "codex")
	x.submits(prompt)
	x.sees("It goes on.")
	quits(t, g, x, "codex", ends)
}
