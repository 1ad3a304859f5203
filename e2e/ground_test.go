package e2e_test

import (
	"strings"
	"testing"

	"stead/e2e/harness"
	"stead/e2e/provider"
	"stead/internal/golden"
)

// TestCLIsResumeTheirOwnSessions proves the ground itself, without stead: the
// real CLI takes a recorded session from its store and sends it to the model.
// The goldens are what stead's own injections are measured by.
func TestCLIsResumeTheirOwnSessions(t *testing.T) {
	for _, cli := range []string{"claude", "codex"} {
		names, err := harness.Fixtures(cli)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			if strings.Contains(name, "rollout-2025-06-01") {
				continue // Codex 0.169.0 refuses the bare form of 2025
			}
			t.Run(cli+"/"+name, func(t *testing.T) {
				t.Parallel()
				g := harness.New(t, provider.Steps(provider.Say("It goes on."))...)
				session := g.Place(cli, name)
				before := g.Read(session.Path)
				result := g.Resume(session, "Go on, please.")
				if !strings.Contains(result.Stdout, "It goes on.") {
					t.Errorf("the answer is missing in %q", result.Stdout)
				}
				if after := g.Read(session.Path); !strings.HasPrefix(string(after), string(before)) || len(after) == len(before) {
					t.Errorf("%s was not continued in place", session.Path)
				}
				turns := g.Turns()
				if len(turns) != 1 || turns[0].Prompt() != "Go on, please." {
					t.Errorf("the provider got %d turns, the last prompt %q", len(turns), turns[len(turns)-1].Prompt())
				}
				golden.Assert(t, requestOf(cli, name), []byte(conversation(g, cli, turns[0])))
			})
		}
	}
}
