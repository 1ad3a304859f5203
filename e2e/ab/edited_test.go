package ab_test

import (
	"strings"
	"testing"

	"stead/e2e/harness"
	"stead/e2e/runtest"
)

// TestContestOfAnEditedCopy has two CLIs continue a copy of a session in which something was inserted: both get that.
func TestContestOfAnEditedCopy(t *testing.T) {
	t.Parallel()
	g := harness.New(t, append(runtest.RunsCommand("claude", "echo a > a.txt"),
		runtest.RunsCommand("codex", "echo b > b.txt")...)...)
	runtest.Repository(t, g)
	session := g.Place("claude", "text")
	edited := g.Stead("session", "edit", session.Ref(), "--insert-after", "1", "--text", "Use tabs from here on.")
	runtest.Exits(t, edited, 0, "1 inserted")
	result := g.Stead("ab", "-p", runtest.Prompt, "--from", strings.TrimSpace(edited.Stdout), "--cwd", g.Work, "--with",
		"claude,codex")
	runtest.Exits(t, result, 0, "working in")
	turns := g.Turns()
	if len(turns) != 4 {
		t.Errorf("%d requests, want 4", len(turns))
	}
	for _, request := range turns {
		if n := strings.Count(string(request.Body), "Use tabs from here on."); n != 1 {
			t.Errorf("a request has the inserted prompt %d times", n)
		}
	}
	runtest.NothingLeft(t, g)
}
