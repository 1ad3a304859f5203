package failover_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"stead/e2e/harness"
	"stead/e2e/provider"
	"stead/e2e/runtest"
)

// TestLimitMovesTheRunToTheNextCLI has two services refuse in the middle of a tool loop, each in its own words. The
// third CLI gets the whole session once and in order, and nothing of what failed.
func TestLimitMovesTheRunToTheNextCLI(t *testing.T) {
	t.Parallel()
	g := harness.New(t, runtest.StopsAt("claude", 1, provider.UsageLimit)...)
	g.Provider.Add(runtest.StopsAt("codex", 2, provider.UsageLimit)...)
	g.Provider.Add(runtest.Hop("opencode", 3)...)
	session := g.Place("claude", "text")
	source := g.Read(session.Path)
	result := g.Stead("run", "--from", session.Ref(), "--to", "claude", "--failover", "codex,opencode", "-p",
		runtest.HopPrompt(1), "--json")
	runtest.NothingLeft(t, g)
	runtest.Exits(t, result, 0)
	if last := runtest.LastLine(t, result.Stdout); last.Status != "completed" || last.FinalText != "Hop 3 is done." {
		t.Errorf("the run ended so: %+v", last)
	}

	turns := g.Turns()
	got := runtest.Conversation(g, "opencode", turns[len(turns)-1])
	runtest.InOrder(t, got, []string{runtest.HopPrompt(1), "Hop 1 looks.", "Hop 2 looks.", "Hop 3 looks."})
	for _, ran := range []string{"ran-1", "ran-2", "ran-3"} {
		if calls, results := runtest.LinesWith(got, " call ", ran), runtest.LinesWith(got, " result ", ran); calls != 1 ||
			results != 1 {
			t.Errorf("%s has %d calls and %d results in\n%s", ran, calls, results, got)
		}
	}
	for _, failed := range []string{"limit", "429", "API Error"} {
		if strings.Contains(got, failed) {
			t.Errorf("%q of a failed attempt is in\n%s", failed, got)
		}
	}
	run := runtest.OnlyRecord(t, g)
	if left := runtest.Hops(t, run); len(left) != 2 || !strings.HasPrefix(left[0],
		"claude: Claude Code has sent too many requests") || !strings.HasPrefix(
		left[1], "codex: Codex has used up its plan") {
		t.Errorf("the run went through %q", left)
	}
	if string(g.Read(session.Path)) != string(source) {
		t.Error("the source has changed")
	}
}

// TestPromptThatWasNotAnsweredIsSaidAgain has the limit hit before the first word. In the run's timeline the prompt
// stands once, and so it does in every session that the run is carried back to.
func TestPromptThatWasNotAnsweredIsSaidAgain(t *testing.T) {
	t.Parallel()
	g := harness.New(t, provider.Steps(provider.Refuse(provider.UsageLimit))...)
	g.Provider.Add(runtest.Hop("codex", 1)...)
	session := g.Place("claude", "text")
	runtest.Exits(t, g.Stead("run", "--from", session.Ref(), "--to", "claude", "--failover", "codex", "-p",
		runtest.HopPrompt(1), "--json"), 0)
	if got := runtest.LastTurn(g, "codex"); strings.Count(got, runtest.HopPrompt(1)) != 1 {
		t.Errorf("the prompt is not there once:\n%s", got)
	}
	shown := g.Stead("show", "run:latest")
	runtest.Exits(t, shown, 0)
	if strings.Count(shown.Stdout, runtest.HopPrompt(1)) != 1 {
		t.Errorf("the timeline does not have the prompt once:\n%s", shown.Stdout)
	}
	for number, home := range []string{"claude", "codex"} {
		runtest.Continues(t, g, "run:"+onlyRunBefore(t, g), home, number+2)
		if got := runtest.LastTurn(g, home); strings.Count(got, runtest.HopPrompt(1)) != 1 {
			t.Errorf("back in %s the prompt is not there once:\n%s", home, got)
		}
	}
}

// onlyRunBefore returns the id of the first run.
func onlyRunBefore(t *testing.T, g *harness.Environment) string { return runtest.Records(t, g)[0].Run }

// TestLimitEndsTheRunWhereNothingElseIsLeft says which limit it is and how to go on.
func TestLimitEndsTheRunWhereNothingElseIsLeft(t *testing.T) {
	t.Parallel()
	g := harness.New(t, runtest.StopsAt("claude", 1, provider.UsageLimit)...)
	session := g.Place("claude", "text")
	result := g.Stead("run", "--from", session.Ref(), "--to", "claude", "-p", runtest.HopPrompt(1))
	runtest.Exits(t, result, 7)
	for _, said := range []string{"Claude Code has sent too many requests", "stead run --from run:"} {
		if !strings.Contains(result.Stderr, said) {
			t.Errorf("it does not say %q:\n%s", said, result.Stderr)
		}
	}
}

// TestSilenceIsALimit has a service that never answers: the CLI would wait for hours.
func TestSilenceIsALimit(t *testing.T) {
	t.Parallel()
	g := harness.New(t, provider.Steps(provider.Refuse(provider.Silence))...)
	g.Provider.Add(runtest.Hop("claude", 1)...)
	configure(t, g, "failover:\n  to: [claude]\n  silence: 8s\n")
	session := g.Place("claude", "text")
	runtest.Exits(t, g.Stead("run", "--from", session.Ref(), "--to", "codex", "-p", runtest.HopPrompt(1), "--json"), 0)
	runtest.NothingLeft(t, g)
	if left := runtest.Hops(t, runtest.OnlyRecord(t, g)); len(left) != 1 ||
		!strings.HasPrefix(left[0], "codex: Codex cannot reach its provider") {
		t.Errorf("the run went through %q", left)
	}
}

// configure writes stead's configuration.
func configure(t *testing.T, g *harness.Environment, content string) {
	t.Helper()
	folder := filepath.Join(g.Dir, ".config/stead")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "config.yaml"), []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestLimitMovesAnInteractiveRunAfterOneKey types a prompt that is refused. The user is asked, presses Enter, and has
// the answer from the other CLI on the same terminal.
func TestLimitMovesAnInteractiveRunAfterOneKey(t *testing.T) {
	t.Parallel()
	g := harness.New(t, provider.Steps(provider.Refuse(provider.UsageLimit))...)
	g.Provider.Add(runtest.Hop("codex", 1)...)
	session := g.Place("claude", "text")
	x := runtest.OnTerminal(t, g, runtest.Large, "run", "--from", session.Ref(), "--to", "claude", "--failover", "codex")
	x.SeesReady("claude")
	x.Submits(runtest.Prompt)
	x.Sees("Claude Code has sent too many requests", "Continue in Codex? [Y/n]")
	if waiting := runtest.OnlyRecord(t, g); waiting.Status != "running" || waiting.State != "input" {
		t.Errorf("while it asks the run is %s, %s", waiting.Status, waiting.State)
	}
	x.Keys("\r")
	x.Sees("Hop 1 is done.")
	first := g.Turns()[1]
	if first.Prompt() != runtest.Prompt || strings.Count(runtest.Conversation(g, "codex", first), runtest.Prompt) != 1 {
		t.Errorf("the other CLI was told %q in\n%s", first.Prompt(), runtest.Conversation(g, "codex", first))
	}
	runtest.Eventually(t, "the turn is over", func() bool { return runtest.OnlyRecord(t, g).State == "input" })
	runtest.Leaves(t, g, x, "codex")
	if code := x.Ends(); code != "0" {
		t.Errorf("stead ended with %s", code)
	}
	runtest.NothingLeft(t, g)
}
