package e2e_test

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"stead/e2e/harness"
	"stead/e2e/provider"
	"stead/internal/ptyx"
)

// gated is a recipe whose first step is an A/B, and whose second one must be approved. It leaves the user's folder alone.
const gated = `
worktree: true
steps:
  - name: contest
    parallel: {with: [claude, codex]}
    prompt: Write the answer.
    check: grep right answer.txt
  - {name: describe, cli: opencode, approve: true, prompt: "Describe {{.Prev.Files}}, which {{.Prev.CLI}} has made."}
`

func TestChainHoldsAContestAndWaitsToBeApproved(t *testing.T) {
	t.Parallel()
	g := harness.New(t, append(append(does("claude", "echo wrong > answer.txt"), does("codex", "echo right > answer.txt")...), does("opencode", "echo described > words.txt")...)...)
	repository(t, g)
	before := contents(t, g.Work)
	result := g.Stead("chain", writeRecipe(t, g, gated))
	exits(t, result, 10, "the chain waits for the approval of step describe", "--approve (or --reject)")
	nothingLeft(t, g)
	if n := len(contents(t, g.Work)); n != len(before) || contents(t, g.Work)["answer.txt"] != before["answer.txt"] {
		t.Errorf("the user's folder has changed: %d files", n)
	}
	result = g.Stead("chain", "resume", "--approve")
	exits(t, result, 0)
	if result.Stdout != "It is done by opencode.\n" {
		t.Errorf("the output is %q", result.Stdout)
	}
	turns := g.Turns()
	if told := conversation(g, "opencode", turns[len(turns)-1]); !strings.Contains(told, "Describe answer.txt, which codex has made.") || !strings.Contains(told, "echo right") || strings.Contains(told, "echo wrong") {
		t.Errorf("the last step was told\n%s", told)
	}
	c := shownChain(t, g)
	branch := "stead/chain-" + c.Chain
	if git(t, g, "show", branch+":answer.txt") != "right" || git(t, g, "show", branch+":words.txt") != "described" {
		t.Errorf("the branch has not the work of both steps:\n%s", git(t, g, "log", "--stat", branch))
	}
	exits(t, g.Stead("chain", "rm", c.Chain), 0)
	if list := git(t, g, "worktree", "list") + git(t, g, "for-each-ref", "refs/stead/chains"); strings.Contains(list, c.Chain) || git(t, g, "show", branch+":words.txt") != "described" {
		t.Errorf("left, or lost:\n%s", list)
	}
}

func TestInterruptedChainSaysHowItGoesOn(t *testing.T) {
	t.Parallel()
	hold := provider.NewHold()
	g := harness.New(t, provider.Steps(provider.Use(shell("codex", "echo one >> count.txt")), provider.Reply{Text: "It goes on", Hold: hold}, provider.Say("All is done."))...)
	process := g.Start(g.SteadPath(), "chain", "--step", "codex:Count to one.")
	reached(t, g, hold)
	if err := process.Signal(syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	exits(t, g.Wait(process), 130, "go on      stead chain resume ")
	nothingLeft(t, g)
	result := g.Stead("chain", "resume")
	exits(t, result, 0)
	if counted, err := os.ReadFile(filepath.Join(g.Work, "count.txt")); err != nil || string(counted) != "one\n" || result.Stdout != "All is done.\n" {
		t.Errorf("the output is %q, and counted was %q, %v", result.Stdout, counted, err)
	}
	if n := len(records(t, g)); n != 1 {
		t.Errorf("there are %d runs", n)
	}
}

// TestChainOnATerminalAsksAndShowsWhatIsDone has a step approved by a key, in 80 columns.
func TestChainOnATerminalAsksAndShowsWhatIsDone(t *testing.T) {
	t.Parallel()
	hold := provider.NewHold()
	g := harness.New(t, provider.Steps(
		provider.Reply{Text: "It looks.", Calls: []provider.ToolCall{shell("codex", "echo "+strings.Repeat("a long command ", 20))}},
		provider.Reply{Text: "It goes on", Hold: hold}, provider.Say("All is done."))...)
	path := writeRecipe(t, g, "steps: [{name: only, cli: codex, approve: true, prompt: Say what there is.}]")
	x := onTerminal(t, g, ptyx.Size{Rows: 40, Columns: 80}, "chain", path)
	x.sees("Step only (codex) will start with this prompt:", "Say what there is.", "Start it? [y/N]")
	x.keys("y\r")
	x.sees("only codex works")
	reached(t, g, hold)
	x.sees("turns,", "a long command")
	hold.Release()
	if code := x.ends(); code != "0" {
		t.Errorf("exit code %s", code)
	}
	for line := range strings.Lines(x.screen.Transcript()) {
		if n := strings.Count(line, "a long command"); n > 0 {
			t.Errorf("what was done for a while still stands there: %q", line)
		}
	}
	for _, text := range []string{"only is done", "STEP CLI STATE RUN TURNS", "It goes on"} {
		if !strings.Contains(x.text(), text) {
			t.Errorf("the screen lacks %q:\n%s", text, x.text())
		}
	}
	nothingLeft(t, g)
}
