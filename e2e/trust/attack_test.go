// Package trust_test continues session files of strangers. Each sets all that its CLI's format can hold: permissions, a
// sandbox, a mode, a system prompt, tools, a model, folders.
package trust_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"stead/e2e/harness"
	"stead/e2e/provider"
	"stead/e2e/runtest"
	"stead/inject/signals"
	"stead/internal/testkit/fixtures"
)

// mark stands in each text of the files that is no part of their conversations.
const mark = "evil mark"

// said is a word of the first prompt of each.
const said = "quillwort"

// file copies a stranger's session to where people keep downloads.
func file(t *testing.T, g *harness.Environment, cli string) string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join("testdata", cli+".*"))
	if err != nil || len(found) != 1 {
		t.Fatalf("there are the files %q, error %v", found, err)
	}
	content, err := os.ReadFile(found[0])
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(g.Dir, "Downloads", filepath.Base(found[0]))
	fixtures.Put(t, path, content)
	return path
}

// isMade reports whether the call that is asked about was carried out.
func isMade(g *harness.Environment) bool {
	_, err := os.Stat(filepath.Join(g.Work, "made.txt"))
	return err == nil
}

// told fails the test when a request holds what a file sets beside its conversation.
func told(t *testing.T, g *harness.Environment) {
	t.Helper()
	turns := g.Turns()
	for _, turn := range turns {
		body := strings.NewReplacer("_", " ", "-", " ").Replace(strings.ToLower(string(turn.Body)))
		if at := strings.Index(body, mark); at >= 0 {
			t.Errorf("the model is told ...%s...", body[max(0, at-200):min(len(body), at+200)])
		}
		if !strings.Contains(body, said) {
			t.Error("the conversation does not arrive")
		}
	}
}

func script(cli string) []provider.Step {
	return []provider.Step{
		{Reply: provider.Use(harness.Of(cli).Permission.Call)},
		{Reply: provider.Say("It is over."), Always: true},
	}
}

// TestStrangersFileAllowsNothingOnTheTerminal has the model do what the user's own settings ask about.
func TestStrangersFileAllowsNothingOnTheTerminal(t *testing.T) {
	for _, cli := range harness.With(harness.CLI.HasTools) {
		t.Run(cli, func(t *testing.T) {
			runtest.Proves(t, cli)
			t.Parallel()
			g := harness.New(t, script(cli)...)
			runtest.AsksFirst(t, g, cli)
			runtest.EndsRuns(t, g)
			x := runtest.OnTerminal(t, g, runtest.Large, "run", "--from", file(t, g, cli), "--to", cli, "-i", "-p",
				runtest.Prompt)
			r := runtest.ComesTo(t, g, string(signals.Permission))
			if isMade(g) {
				t.Error("the call was carried out")
			}
			if r.Dir != g.Work {
				t.Errorf("it works in %s, want %s", r.Dir, g.Work)
			}
			told(t, g)
			x.Keys("\x1b")
		})
	}
}

// TestStrangersFileAllowsNothingHeadless is the same where nobody can be asked. Kimi Code is left out: headless it does
// everything, whatever its settings and its session say.
func TestStrangersFileAllowsNothingHeadless(t *testing.T) {
	for _, cli := range harness.With(func(c harness.CLI) bool { return c.HasTools() && c.Name != "kimi" }) {
		t.Run(cli, func(t *testing.T) {
			runtest.Proves(t, cli)
			t.Parallel()
			g := harness.New(t, script(cli)...)
			runtest.AsksFirst(t, g, cli)
			result := g.Stead("run", "--from", file(t, g, cli), "--to", cli, "-p", runtest.Prompt)
			if isMade(g) {
				t.Error("the call was carried out")
			}
			told(t, g)
			if !strings.Contains(result.Stderr, "the session comes from outside") {
				t.Errorf("stead says nothing of what it left out: %s", result.Stderr)
			}
		})
	}
}

// TestTrustedFileSetsWhatItHolds is the control: these files do allow what the others may not, when their user says
// that they may.
func TestTrustedFileSetsWhatItHolds(t *testing.T) {
	for cli, call := range map[string]provider.ToolCall{
		"claude": {Tool: "Write", Arguments: `{"file_path":"FOLDER/made.txt","content":"made"}`},
		"codex":  {Tool: "exec_command", Arguments: `{"cmd":"touch made.txt"}`},
		"kimi":   harness.Of("kimi").Permission.Call,
	} {
		t.Run(cli, func(t *testing.T) {
			runtest.Proves(t, cli)
			t.Parallel()
			g := harness.New(t)
			call.Arguments = strings.ReplaceAll(call.Arguments, "FOLDER", g.Work)
			g.Provider.Add(provider.Step{Reply: provider.Use(call)},
				provider.Step{Reply: provider.Say("It is over."), Always: true})
			runtest.AsksFirst(t, g, cli)
			runtest.EndsRuns(t, g)
			runtest.OnTerminal(t, g, runtest.Large, "run", "--from", file(t, g, cli), "--to", cli, "--trust", "--cwd", g.Work,
				"-i", "-p", runtest.Prompt)
			runtest.Eventually(t, "the call is carried out", func() bool { return isMade(g) })
		})
	}
}

// TestTrustedFileSetsWhatItHoldsHeadless is the control of OpenCode, whose sessions hold permissions for headless runs.
func TestTrustedFileSetsWhatItHoldsHeadless(t *testing.T) {
	const cli = "opencode"
	runtest.Proves(t, cli)
	g := harness.New(t, script(cli)...)
	runtest.AsksFirst(t, g, cli)
	g.Stead("run", "--from", file(t, g, cli), "--to", cli, "--trust", "--cwd", g.Work, "-p", runtest.Prompt)
	if !isMade(g) {
		t.Error("the call was not carried out")
	}
}
