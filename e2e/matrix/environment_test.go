package matrix_test

import (
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"stead/e2e/harness"
	"stead/e2e/provider"
	"stead/e2e/runtest"
	"stead/internal/testkit"
	"stead/internal/testkit/fixtures"
)

// TestCLIsResumeTheirOwnSessions proves the ground itself, without stead: the real CLI takes a recorded session from
// its store and sends it to the model. The goldens are what stead's own injections are measured by.
func TestCLIsResumeTheirOwnSessions(t *testing.T) {
	for _, known := range harness.CLIs() {
		cli := known.Name
		if !harness.Installed(cli) {
			continue // of its sessions the lists are written by hand
		}
		names, err := harness.Fixtures(cli)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			if known.NotResumed != "" && strings.Contains(name, known.NotResumed) {
				continue
			}
			if !isFull && richness(cli, name) != 0 {
				continue
			}
			t.Run(cli+"/"+name, func(t *testing.T) {
				runtest.Proves(t, cli)
				t.Parallel()
				resumesItsOwn(t, cli, name)
			})
		}
	}
}

func resumesItsOwn(t *testing.T, cli, name string) {
	g := harness.New(t, provider.Steps(provider.Say("It goes on."))...)
	session := g.Place(cli, name)
	before := stored(t, session)
	result := g.Resume(session, runtest.Prompt)
	if !strings.Contains(result.Stdout, "It goes on.") {
		t.Errorf("the answer is missing in %q", result.Stdout)
	}
	isOlder := filepath.Ext(session.Path) == ".json" // Gemini CLI goes on in a file of today's form
	if !isOlder && maps.Equal(before, stored(t, session)) {
		t.Errorf("%s was not continued in place", session.Path)
	}
	turns := g.Turns()
	if len(turns) != 1 || turns[0].Prompt() != runtest.Prompt {
		t.Errorf("the provider got %d turns, the last prompt %q", len(turns), turns[len(turns)-1].Prompt())
	}
	testkit.Golden(t, runtest.RequestOf(cli, name), []byte(runtest.Conversation(g, cli, turns[0])))
}

// stored is what a session's file or folder holds, with the write-ahead log of a database.
func stored(t *testing.T, session harness.Session) map[string]string {
	t.Helper()
	found := fixtures.Snapshot(t, session.Path)
	log := session.Path + "-wal"
	if _, err := os.Stat(log); err == nil {
		maps.Copy(found, fixtures.Snapshot(t, log))
	}
	return found
}
