package upgrade_test

import (
	"path/filepath"
	"strings"
	"testing"

	"stead/e2e/harness"
	"stead/e2e/provider"
	"stead/e2e/runtest"
	"stead/internal/testkit"
)

// release is the one whose state -update writes. A state that is there stays: it is what that release has really left.
const release = "0.1.0"

// TestStateIsWritten makes, with -update, what the users of this release have on their machines.
func TestStateIsWritten(t *testing.T) {
	path := filepath.Join("testdata", release+".tar.gz")
	if existing, err := filepath.Glob(path); err != nil || len(existing) > 0 {
		t.Skip("the state of this release is written")
	}
	if !testkit.UpdatesGolden() {
		t.Fatalf("there is no %s: run the test with -update", path)
	}
	g := harness.New(t, provider.Step{Reply: provider.Say("The parser is done."), Always: true})
	runtest.Repository(t, g)
	session := g.Place("claude", "tools")
	for _, line := range [][]string{
		{"config", "set", "history", "last:200"},
		{"template", "new", "plan"},
		{"run", "--from", session.Ref(), "--to", "codex", "-p", "Write the parser."},
		{"run", "--to", "pi", "-p", "Begin the lexer."},
		{"ab", "-p", "Try the cache.", "--from", session.Ref(), "--cwd", g.Work, "--with", "codex,pi"},
		{"chain", "--step", "pi:Plan the printer", "--step", "codex:Write the printer"},
		{"session", "edit", session.Ref(), "--drop", "3"},
		{"session", "extract"},
		{"search", "parser"},
	} {
		runtest.Exits(t, g.Stead(line...), 0)
	}
	pack(t, g, path)
}

// TestStateOfEachReleaseIsRead has this program show, find and continue what a release has left.
func TestStateOfEachReleaseIsRead(t *testing.T) {
	t.Parallel()
	states, err := filepath.Glob("testdata/*.tar.gz")
	if err != nil || len(states) == 0 {
		t.Fatalf("no states: %v", err)
	}
	for _, path := range states {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".tar.gz"), func(t *testing.T) {
			t.Parallel()
			g := harness.New(t, provider.Step{Reply: provider.Say("It goes on."), Always: true})
			runtest.Repository(t, g)
			unpack(t, g, path)
			for _, one := range []struct {
				line []string
				says string
			}{
				{[]string{"config", "get", "history"}, "last:200"},
				{[]string{"template", "list"}, "plan"},
				{[]string{"ps", "--all"}, "claude->codex"},
				{[]string{"list"}, "Begin the lexer."},
				{[]string{"show", "run:latest"}, "The parser is done."},
				{[]string{"search", "lexer"}, "lexer"},
				{[]string{"ab", "list"}, "Try the cache."},
				{[]string{"ab", "show"}, "codex"},
				{[]string{"chain", "list"}, "completed"},
				{[]string{"session", "edit", "--list"}, "draft:"},
				{[]string{"session", "knowledge"}, ""},
				{[]string{"stats"}, "claude"},
			} {
				result := g.Stead(one.line...)
				runtest.Exits(t, result, 0)
				if !strings.Contains(result.Stdout, one.says) {
					t.Errorf("stead %s lacks %q:\n%s%s", strings.Join(one.line, " "), one.says, result.Stdout, result.Stderr)
				}
			}
			old := runtest.Records(t, g)[0]
			runtest.Exits(t, g.Stead("run", "--resume", old.Run, "-p", "And the tests?"), 0)
			turns := g.Turns()
			got := runtest.Conversation(g, "codex", turns[len(turns)-1])
			runtest.InOrder(t, got, []string{"Write the parser.", "The parser is done.", "And the tests?"})
		})
	}
}
