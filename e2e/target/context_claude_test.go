package target_test

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"stead/e2e/harness"
	"stead/e2e/provider"
	"stead/e2e/runtest"
	"stead/internal/term/ptyx"
)

// known is a session of which each text bears a mark, so that it can be told what reaches a model.
var known = filepath.Join("testdata", "context.jsonl")

// mark is such a mark: each kind of context that nobody typed has its own.
var mark = regexp.MustCompile(`\b[A-Z]{8,}\b`)

// placeKnown copies that session into the test's folder, which it takes for its own.
func placeKnown(t *testing.T, g *harness.Environment) (path string, marks []string) {
	t.Helper()
	content, err := os.ReadFile(known)
	if err != nil {
		t.Fatal(err)
	}
	path = filepath.Join(g.Work, "known.jsonl")
	content = bytes.ReplaceAll(content, []byte("/home/user/demo-universal"), []byte(g.Work))
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	return path, mark.FindAllString(string(content), -1)
}

// TestContextReachesClaudeCodesModel writes each kind of context that nobody typed for Claude Code, which must send
// each text once, and none as the model's own.
func TestContextReachesClaudeCodesModel(t *testing.T) {
	runtest.Proves(t, "claude")
	t.Parallel()
	g := harness.New(t, provider.Steps(provider.Say("It goes on."))...)
	path, marks := placeKnown(t, g)
	runtest.Exits(t, g.Stead("run", "--from", path, "--to", "claude", "-p", runtest.Prompt), 0)
	turns := g.Turns()
	if len(turns) != 1 {
		t.Fatalf("%d turns", len(turns))
	}
	for _, word := range marks {
		var roles []string
		for _, item := range turns[0].Items {
			for range strings.Count(item.Text, word) {
				roles = append(roles, item.Role)
			}
		}
		isAnswer := strings.HasPrefix(word, "ANSWER")
		if strings.HasPrefix(word, "ABANDONED") {
			if len(roles) > 0 {
				t.Errorf("%s of an abandoned branch was sent as %v", word, roles)
			}
			continue
		}
		if len(roles) != 1 || (roles[0] == "assistant") != isAnswer {
			t.Errorf("%s was sent as %v", word, roles)
		}
	}
	media := 0
	for _, item := range turns[0].Items {
		if item.Kind == provider.Image {
			media++
		}
	}
	if media != 2 {
		t.Errorf("%d pictures and documents were sent, want 2", media)
	}
	if !strings.Contains(deliveredTo(t, g), "ABANDONEDANSWER") {
		t.Error("the abandoned branch is not in the session")
	}
	if t.Failed() {
		for _, item := range turns[0].Items {
			t.Log(item)
		}
	}
}

// TestContextIsNotDrawnAsTyped shows the same session on Claude Code's screen: what a person typed stands behind its
// sign, and nothing else does.
func TestContextIsNotDrawnAsTyped(t *testing.T) {
	runtest.Proves(t, "claude")
	t.Parallel()
	g := harness.New(t)
	path, _ := placeKnown(t, g)
	whole := ptyx.Size{Rows: 120, Columns: 100} // it draws what has room (2.1.332)
	x := runtest.OnTerminal(t, g, whole, "run", "--from", path, "--to", "claude")
	x.Sees("PROMPTTHREE", harness.Of("claude").Screen.Ready)
	var typed []string
	for line := range strings.Lines(x.Screen.Transcript()) {
		if words, ok := strings.CutPrefix(strings.TrimSpace(line), "❯ "); ok {
			typed = append(typed, mark.FindAllString(words, -1)...)
		}
	}
	// The line of a command is drawn as typed, too, but bears no mark.
	if got := strings.Join(typed, " "); got != "PROMPTONE PROMPTTWO PROMPTTHREE" {
		t.Errorf("drawn as typed: %s", got)
	}
	runtest.Leaves(t, g, x, "claude")
}

// deliveredTo returns the content of the session that stead wrote.
func deliveredTo(t *testing.T, g *harness.Environment) string {
	t.Helper()
	return string(g.Read(runtest.OnlyRecord(t, g).To.Path))
}
