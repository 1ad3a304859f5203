package sync_test

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"stead/e2e/harness"
	"stead/e2e/runtest"
	"stead/runs"
)

// copyOf returns the copy of a session in a CLI that gets its turns.
func copyOf(t *testing.T, g *harness.Environment, source harness.Session, cli string) harness.Session {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(g.Dir, ".local/state/stead/standby/*.json"))
	if err != nil || len(files) != 1 {
		t.Fatalf("the copies are recorded in %q, %v", files, err)
	}
	var copies []struct {
		Source    string
		Session   runs.Session
		Continued bool
	}
	if err := json.Unmarshal(g.Read(files[0]), &copies); err != nil {
		t.Fatal(err)
	}
	for _, c := range copies {
		if c.Source == source.Ref() && c.Session.CLI == cli && !c.Continued {
			return harness.Session{CLI: cli, ID: c.Session.ID, Path: c.Session.Path}
		}
	}
	t.Fatalf("%s has no copy in %s: %+v", source.Ref(), cli, copies)
	return harness.Session{}
}

// TestSessionIsReadyInOtherCLIs has a user work in Claude Code beside stead standby, go on in the copy that Codex has,
// and then in Claude Code again. No copy that was continued changes any more.
func TestSessionIsReadyInOtherCLIs(t *testing.T) {
	t.Parallel()
	g := harness.New(t)
	story := harness.Of("claude").Story
	session := g.Place("claude", story.Session)
	x := runtest.OnTerminal(t, g, runtest.Large, "standby", "codex,pi")
	x.Sees("codex:", "pi:", "copies "+session.Ref())
	codex, pi := copyOf(t, g, session, "codex"), copyOf(t, g, session, "pi")
	runtest.Exits(t, g.Stead("standby", "codex"), 1, "another stead standby already works in this folder")

	goesOnThere(t, g, session, story.Said, 1)
	x.Sees(codex.Ref()+" gained 1 turn", pi.Ref()+" gained 1 turn")
	goesOnThere(t, g, codex, story.Said, 1, 2)
	theirs := g.Records(codex)
	goesOnThere(t, g, session, story.Said, 1, 3)
	x.Sees("with 3 turns; " + codex.Ref() + " stays as it is")
	goesOnThere(t, g, copyOf(t, g, session, "codex"), story.Said, 1, 3, 4)
	if !bytes.Equal(g.Records(codex), theirs) {
		t.Error("a copy that was continued has changed")
	}
	for line := range strings.Lines(g.Stead("list").Stdout) {
		if strings.Contains(line, "pi:") || strings.HasPrefix(line, session.Ref()[:8]) && !strings.Contains(line, "+") {
			t.Errorf("the list has %q: it does not count the copies with their session", line)
		}
	}
	x.Keys("\x03")
	if code := x.Ends(); code != "130" {
		t.Errorf("it ends with %s", code)
	}

	// What was said meanwhile arrives with the next start. The copy that Codex has went its own way, too.
	goesOnThere(t, g, session, story.Said, 1, 3, 5)
	runtest.Exits(t, g.Stead("standby", "codex,pi", "--once"), 0)
	goesOnThere(t, g, copyOf(t, g, session, "codex"), story.Said, 1, 3, 5, 6)
	goesOnThere(t, g, pi, story.Said, 1, 3, 5, 7)
}
