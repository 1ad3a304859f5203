package fork_test

import (
	"strings"
	"testing"

	"stead/e2e/harness"
	"stead/e2e/provider"
	"stead/e2e/runtest"
)

// TestAForkWithoutANoteIsKnown lets Claude Code fork a session, of which it says nothing: the list has one row for
// both, with and without an index, and what both have is found and counted once.
func TestAForkWithoutANoteIsKnown(t *testing.T) {
	t.Parallel()
	const cli = "claude"
	fork := harness.Of(cli).Fork
	g := harness.New(t, provider.Steps(provider.Say("It goes on."))...)
	source := g.Place(cli, fork.Session)
	line := fork.Line(source, runtest.Prompt)
	runtest.Exits(t, g.Run(line[0], line[1:]...), 0)
	says := func(want []string, verb ...string) {
		t.Helper()
		said := g.Stead(verb...)
		for _, text := range want {
			if said.Code != 0 || !strings.Contains(said.Stdout+said.Stderr, text) {
				t.Errorf("%v says nothing of %q:\n%s%s", verb, text, said.Stdout, said.Stderr)
			}
		}
		if verb[0] == "list" && strings.Count(said.Stdout, "\nclaude:") != 1 {
			t.Errorf("%v says:\n%s", verb, said.Stdout)
		}
	}
	says([]string{"+1", "fork of claude:703f4375"}, "list")
	says([]string{"claude:703f4375  turn 1, prompt, also in claude:", "in 1 session"}, "search", "bug", "role:prompt")
	says([]string{"+1", "fork of claude:703f4375"}, "list")
	says([]string{`"sessions": 1`, `"turns": 2`}, "stats", "--json")
}
