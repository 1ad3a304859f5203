package terminal_test

import (
	"os"
	"strings"
	"testing"

	"stead/e2e/harness"
	"stead/e2e/provider"
	"stead/e2e/runtest"
)

// TestFolderThatIsGoneIsAskedFor continues a session whose folder is gone: on a terminal stead asks, and the CLI opens
// where the user says; without one it says what to do and starts nothing.
func TestFolderThatIsGoneIsAskedFor(t *testing.T) {
	t.Parallel()
	g := harness.New(t, provider.Steps(provider.Say("It goes on."))...)
	session := g.Place("claude", "tools")
	moved := strings.ReplaceAll(string(g.Read(session.Path)), g.Work, "/gone/app")
	if err := os.WriteFile(session.Path, []byte(moved), 0o600); err != nil {
		t.Fatal(err)
	}
	result := g.Run(g.SteadPath(), "run", "--from", session.Ref(), "--to", "codex", "-p", runtest.Prompt)
	if result.Code != 1 || !strings.Contains(result.Stderr, "the session's working folder is /gone/app") ||
		!strings.Contains(result.Stderr, "--cwd "+g.Work) {
		t.Errorf("without a terminal it ended with %d:\n%s", result.Code, result.Stderr)
	}
	x := runtest.OnTerminal(t, g, runtest.Large, "run", "--from", session.Ref(), "--to", "codex", "-i", "-p",
		runtest.Prompt)
	x.Sees("the session's working folder is /gone/app", "the current folder", "Continue in which folder?")
	x.Keys("1\r")
	x.Sees("It goes on.")
	runtest.QuitsAfterTurn(t, g, x, "codex", runtest.TurnEnds(t, g, "codex")-1)
	if run := runtest.OnlyRecord(t, g); !strings.Contains(string(g.Read(run.To.Path)), g.Work) {
		t.Errorf("it did not go on in %s", g.Work)
	}
}
