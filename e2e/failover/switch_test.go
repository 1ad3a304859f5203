package failover_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"stead/e2e/harness"
	"stead/e2e/provider"
	"stead/e2e/runtest"
)

// switches are what a user types to go on in another CLI, the last of it submitted. STEAD stands for the program.
var switches = map[string]map[string][]string{
	"claude":   {"command": {"/stead TO"}, "shell": {"!", "STEAD switch TO"}},
	"codex":    {"shell": {"!", "STEAD switch TO"}},
	"opencode": {"command": {"/stead TO"}, "shell": {"!", "STEAD switch TO"}},
	"gemini":   {"command": {"/stead TO"}, "shell": {"!", "STEAD switch TO"}},
	"qwen":     {"command": {"/stead TO"}, "shell": {"!", "STEAD switch TO"}},
	"kimi":     {"shell": {"!", "STEAD switch TO"}},
	"pi":       {"shell": {"!STEAD switch TO"}},
}

// TestUserGoesOnInAnotherCLIFromInside types the CLI's own command, or a line for the shell, between two prompts. The
// other CLI takes over the same terminal, with the conversation and without a prompt that nobody has typed.
func TestUserGoesOnInAnotherCLIFromInside(t *testing.T) {
	t.Parallel()
	for cli, ways := range switches {
		to := "codex"
		if cli == to {
			to = "claude"
		}
		for way, keys := range ways {
			t.Run(cli+"/"+way, func(t *testing.T) {
				runtest.Proves(t, cli)
				t.Parallel()
				g := harness.New(t, provider.Step{Reply: provider.Say("Understood."), Always: true})
				runtest.EndsRuns(t, g)
				if way == "command" {
					runtest.Exits(t, g.Stead("install", cli), 0)
				}
				x := runtest.OnTerminal(t, g, runtest.Large, "run", "--to", cli, "-i", "-p", "What is the first word?")
				x.Sees("Understood.")
				before := runtest.ComesTo(t, g, "input")
				for _, key := range keys[:len(keys)-1] {
					x.Keys(key)
				}
				x.Submits(strings.NewReplacer("STEAD", g.SteadPath(), "TO", to).Replace(keys[len(keys)-1]))
				runtest.Eventually(t, to+" takes over", func() bool {
					run := runtest.OnlyRecord(t, g)
					return run.Run == before.Run && run.To.CLI == to
				})
				runtest.ComesTo(t, g, "input")
				turns := len(g.Turns())
				runtest.Exits(t, g.Stead("send", before.Run, "--wait", "And the second?"), 0)
				all := g.Turns()
				if len(all) != turns+1 {
					t.Errorf("%d requests for one prompt", len(all)-turns)
				}
				got := runtest.Conversation(g, to, all[len(all)-1])
				runtest.InOrder(t, got, []string{"What is the first word?", "Understood.", "And the second?"})
				if strings.Contains(got, "Go on where you stopped") {
					t.Errorf("a prompt was made up:\n%s", got)
				}
				runtest.ComesTo(t, g, "input")
				runtest.Leaves(t, g, x, to)
			})
		}
	}
}

// TestRunStaysWhereItWasIfNobodyCanTakeOver wants a run in a CLI whose store is broken, and in CLIs that are refused
// before anything is ended.
func TestRunStaysWhereItWasIfNobodyCanTakeOver(t *testing.T) {
	t.Parallel()
	g := harness.New(t, provider.Step{Reply: provider.Say("Understood."), Always: true})
	runtest.EndsRuns(t, g)
	x := runtest.OnTerminal(t, g, runtest.Large, "run", "--to", "codex", "-i", "-p", "What is the first word?")
	x.Sees("Understood.")
	before := runtest.ComesTo(t, g, "input")
	if err := os.Remove(filepath.Join(g.Bin, "claude")); err != nil {
		t.Fatal(err)
	}
	runtest.Exits(t, g.Stead("switch", before.Run, "codex"), 1, "the run is in Codex already")
	runtest.Exits(t, g.Stead("switch", before.Run, "claude"), 1, "claude")
	if now := runtest.OnlyRecord(t, g); now.Child != before.Child {
		t.Fatalf("the CLI was ended for a switch that was refused: %+v", now.Child)
	}

	store := filepath.Join(g.Dir, ".pi", "agent", "sessions")
	if err := errors.Join(os.RemoveAll(store), os.WriteFile(store, nil, 0o600)); err != nil {
		t.Fatal(err)
	}
	runtest.Exits(t, g.Stead("switch", before.Run, "pi"), 0)
	runtest.Eventually(t, "Codex is started again", func() bool { return runtest.OnlyRecord(t, g).Child != before.Child })
	now := runtest.ComesTo(t, g, "input")
	if now.To.CLI != "codex" || len(runtest.Hops(t, now)) > 0 {
		t.Errorf("the run went on in %s, after %q", now.To.CLI, runtest.Hops(t, now))
	}
	runtest.Exits(t, g.Stead("send", before.Run, "--wait", "And the second?"), 0)
	turns := g.Turns()
	got := runtest.Conversation(g, "codex", turns[len(turns)-1])
	runtest.InOrder(t, got, []string{"What is the first word?", "Understood.", "And the second?"})
	runtest.Leaves(t, g, x, "codex")
}
