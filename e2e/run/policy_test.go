package run_test

import (
	"strings"
	"testing"

	"stead/e2e/harness"
	"stead/e2e/provider"
	"stead/e2e/runtest"
	"stead/internal/testkit/fixtures"
)

func TestDryRunTouchesNothing(t *testing.T) {
	t.Parallel()
	for _, target := range []string{"claude", "codex"} {
		t.Run(target, func(t *testing.T) {
			runtest.Proves(t, target)
			t.Parallel()
			g := harness.New(t)
			session := runtest.SmallSession(g, target)
			before := fixtures.Snapshot(t, g.Dir)
			result := g.Stead("run", "--from", session.Ref(), "--to", target, "--dry-run")
			runtest.Exits(t, result, 0)
			for _, want := range []string{session.Ref(), "file ", storeFolder(target), "command ", target, "delivered ",
				"resume"} {
				if !strings.Contains(result.Stdout, want) {
					t.Errorf("the plan does not say %q:\n%s", want, result.Stdout)
				}
			}
			runtest.Unchanged(t, before, fixtures.Snapshot(t, g.Dir))
			if len(g.Provider.Requests()) > 0 {
				t.Error("the provider was asked")
			}
		})
	}
}

// TestPoliciesDecideWhatTheModelSees continues the recorded session with tools: one prompt, thinking, five calls.
func TestPoliciesDecideWhatTheModelSees(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, source, session, target string
		flags                         []string
		want, wantNot                 []string
		says                          string
	}{
		{"last turn", "claude", "text", "codex", []string{"--history", "last:1"},
			[]string{"Do you see a bug?", "subtracts"}, []string{"What is in this project?", "one Python file"}, "left out"},
		{"prompts alone", "claude", "text", "codex", []string{"--history", "users"},
			[]string{"What is in this project?", "Do you see a bug?"}, []string{"subtracts", "one Python file"}, "left out"},
		{"budget", "claude", "text", "codex", []string{"--history", "budget:60"},
			[]string{"What is in this project?", "Do you see a bug?", "subtracts"}, []string{"one Python file"}, "budget:60"},
		{"thinking stripped", "claude", "tools", "codex", nil, []string{"I'll look at the file first."},
			[]string{"I should read the file first."}, "thinking"},
		{"thinking as text", "claude", "tools", "codex", []string{"--thinking", "text"},
			[]string{"assistant text: \"The user wants the bug fixed. I should read the file first."}, nil, ""},
		{"thinking as text, the other way", "codex", "7b03", "claude", []string{"--thinking", "text", "--history", "last:3"},
			[]string{"assistant text: \"**Inspecting the file**"}, nil, ""},
		{"prompts alone, the other way", "codex", "7b03", "claude", []string{"--history", "users"},
			[]string{"fix the add function in calc.py", "run the tests now", "search the web for go-memdb"},
			[]string{"Fixed: ", "Searched.", "exec_command"}, "left out"},
	} {
		t.Run(c.name, func(t *testing.T) {
			runtest.Proves(t, c.target)
			t.Parallel()
			g := harness.New(t, provider.Steps(provider.Say("It goes on."))...)
			session := g.Place(c.source, c.session)
			result := g.Stead(append([]string{"run", "--from", session.Ref(), "--to", c.target, "-p", runtest.Prompt},
				c.flags...)...)
			runtest.Exits(t, result, 0, c.says)
			got := runtest.Conversation(g, c.source, g.Turns()[0])
			for _, text := range append(c.want, runtest.Prompt) {
				if !strings.Contains(got, text) {
					t.Errorf("%q did not arrive:\n%s", text, got)
				}
			}
			for _, text := range c.wantNot {
				if strings.Contains(got, text) {
					t.Errorf("%q arrived:\n%s", text, got)
				}
			}
		})
	}
}

func TestUnknownPolicyIsAnErrorOfUsage(t *testing.T) {
	t.Parallel()
	g := harness.New(t)
	session := g.Place("claude", "text")
	for _, flags := range [][]string{{"--history", "last:none"}, {"--thinking", "loudly"}, {"--history", "summary"}} {
		result := g.Stead(append([]string{"run", "--from", session.Ref(), "--to", "codex", "-p", runtest.Prompt},
			flags...)...)
		runtest.Exits(t, result, 2, flags[1])
	}
	noRuns(t, g)
}
