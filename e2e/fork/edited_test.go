package fork_test

import (
	"strings"
	"testing"

	"stead/e2e/harness"
	"stead/e2e/runtest"
)

// TestEditedCopyGoesOn edits a copy of a session and continues it in its own CLI and in others: the model gets the copy
// and nothing else, the journal says what it is, and the original stays as it is.
func TestEditedCopyGoesOn(t *testing.T) {
	t.Parallel()
	for _, to := range []string{"claude", "codex", "pi"} {
		t.Run(to, func(t *testing.T) {
			runtest.Proves(t, to)
			t.Parallel()
			g := harness.New(t)
			session := g.Place("claude", "tui")
			original := g.Read(session.Path)
			numbered := g.Stead("show", session.Ref(), "--numbers")
			runtest.Exits(t, numbered, 0)
			edited := g.Stead("session", "edit", session.Ref(), "--rewrite", "1=Tell me what this project is for.",
				"--insert-before", numberOf(t, numbered.Stdout,
					"Count slowly"), "--text", "Leave the tests alone.", "--drop", numberOf(t, numbered.Stdout, "Fix the bug"))
			runtest.Exits(t, edited, 0, "1 dropped, 1 changed, 1 inserted")
			runtest.Continues(t, g, strings.TrimSpace(edited.Stdout), to, 1)
			got := runtest.LastTurn(g, to)
			runtest.HoldsHops(t, got, []string{"Tell me what this project is for.", "Leave the tests alone.", "Count slowly"}, 1)
			for _, gone := range []string{"What is in this project?", "Fix the bug"} {
				if strings.Contains(got, gone) {
					t.Errorf("%q was edited out, and is in\n%s", gone, got)
				}
			}
			journal := runtest.OnlyRecord(t, g).RawJournal(t)
			if head, _, _ := strings.Cut(journal, "\n"); !strings.Contains(head, `"kind":"edit"`) ||
				!strings.Contains(head, `"draft":`) {
				t.Errorf("the journal begins with %s", head)
			}
			if string(g.Read(session.Path)) != string(original) {
				t.Error("the original was touched")
			}
		})
	}
}

// TestEditedCopyComesBack continues an edited copy in another CLI and takes what came of it back: the part that nobody
// has edited is there once, the edited one as it was edited.
func TestEditedCopyComesBack(t *testing.T) {
	t.Parallel()
	g := harness.New(t)
	session := g.Place("claude", "tui")
	numbered := g.Stead("show", session.Ref(), "--numbers")
	edited := g.Stead("session", "edit", session.Ref(), "--rewrite",
		numberOf(t, numbered.Stdout, "Count slowly")+"=Count fast.")
	runtest.Exits(t, edited, 0, "1 changed")
	runtest.Continues(t, g, strings.TrimSpace(edited.Stdout), "codex", 1)
	runtest.Continues(t, g, "run:latest", "claude", 2)
	got := runtest.LastTurn(g, "claude")
	runtest.HoldsHops(t, got, []string{"What is in this project?", "Fix the bug", "Count fast."}, 1, 2)
	if strings.Contains(got, "Count slowly") {
		t.Errorf("what was rewritten is in\n%s", got)
	}
}

// numberOf returns the number of the entry in whose text something stands.
func numberOf(t *testing.T, numbered, text string) string {
	t.Helper()
	before, _, found := strings.Cut(numbered, text)
	at := strings.LastIndex(before, "#")
	if !found || at < 0 {
		t.Fatalf("%q has no number in\n%s", text, numbered)
	}
	number, _, _ := strings.Cut(before[at+1:], "\n")
	return number
}
