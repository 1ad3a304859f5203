package run_test

import (
	"strings"
	"testing"

	"stead/e2e/harness"
	"stead/e2e/provider"
	"stead/e2e/runtest"
)

// TestAnyPromptArrivesWhole: prompts go where neither their length nor their look can hurt.
func TestAnyPromptArrivesWhole(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name        string
		arguments   []string
		input, want string
	}{
		{"of a megabyte, from standard input", []string{"-p", "-"}, runtest.LongPrompt(1_000_000),
			runtest.LongPrompt(1_000_000)},
		{"of 120 kB, as an argument", []string{"-p", runtest.LongPrompt(120_000)}, "", runtest.LongPrompt(120_000)},
		{"that begins with a dash", []string{"-p", "--help me"}, "", "--help me"},
		{"that looks like a command", []string{"-p", "/exit $(exit 1) `exit 1` 'x"}, "", "/exit $(exit 1) `exit 1` 'x"},
		{"from standard input without -p", []string{"--headless"}, "Go on\nfrom here.", "Go on\nfrom here."},
	} {
		for _, target := range []string{"claude", "codex"} {
			if strings.HasPrefix(c.want, "/") && target == "claude" {
				continue // a command of Claude Code, in a headless run too
			}
			t.Run(c.name+"/"+target, func(t *testing.T) {
				runtest.Proves(t, target)
				t.Parallel()
				g := harness.New(t, provider.Steps(provider.Say("It goes on."))...)
				session := runtest.SmallSession(g, target)
				command := g.Command("", g.SteadPath(), append([]string{"run", "--from", session.Ref(), "--to", target},
					c.arguments...)...)
				command.Stdin = strings.NewReader(c.input)
				process, err := harness.Start(g.Context(), command)
				if err != nil {
					t.Fatal(err)
				}
				runtest.Exits(t, g.Wait(process), 0)
				if got := g.Turns()[0].Prompt(); got != c.want {
					t.Errorf("of %d bytes %d arrived, which end in %q", len(c.want), len(got), got[max(0, len(got)-40):])
				}
			})
		}
	}
}

// Kimi Code 2.1.0 takes a headless prompt only as an argument.
func TestPromptThatCannotBePassedIsRefusedBeforeAnythingIsWritten(t *testing.T) {
	t.Parallel()
	g := harness.New(t)
	session := g.Place("claude", "text")
	command := g.Command("", g.SteadPath(), "run", "--from", session.Ref(), "--to", "kimi", "--headless")
	command.Stdin = strings.NewReader(runtest.LongPrompt(200_000))
	process, err := harness.Start(g.Context(), command)
	if err != nil {
		t.Fatal(err)
	}
	result := g.Wait(process)
	if result.Code != 2 || !strings.Contains(result.Stderr, "too long") {
		t.Errorf("exit %d, want 2\n%s", result.Code, result.Stderr)
	}
	if list := g.Stead("list"); strings.Contains(list.Stdout, "kimi:") {
		t.Errorf("a session was written:\n%s", list.Stdout)
	}
}
