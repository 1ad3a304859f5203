package chain_test

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"stead/e2e/harness"
	"stead/e2e/provider"
	"stead/e2e/runtest"
	"stead/internal/term/ptyx"
)

// gated is a recipe whose first step is an A/B, and whose second one must be approved. It leaves the user's folder
// alone.
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
	g := harness.New(t, append(append(runtest.RunsCommand("claude", "echo wrong > answer.txt"),
		runtest.RunsCommand("codex", "echo right > answer.txt")...),
		runtest.RunsCommand("opencode", "echo described > words.txt")...)...)
	runtest.Repository(t, g)
	before := runtest.Contents(t, g.Work)
	result := g.Stead("chain", writeRecipe(t, g, gated))
	runtest.Exits(t, result, 10, "the chain waits for the approval of step describe", "--approve (or --reject)")
	runtest.NothingLeft(t, g)
	if n := len(runtest.Contents(t, g.Work)); n != len(before) ||
		runtest.Contents(t, g.Work)["answer.txt"] != before["answer.txt"] {
		t.Errorf("the user's folder has changed: %d files", n)
	}
	result = g.Stead("chain", "resume", "--approve")
	runtest.Exits(t, result, 0)
	if result.Stdout != "It is done by opencode.\n" {
		t.Errorf("the output is %q", result.Stdout)
	}
	turns := g.Turns()
	if told := runtest.Conversation(g, "opencode", turns[len(turns)-1]); !strings.Contains(told,
		"Describe answer.txt, which codex has made.") || !strings.Contains(told, "echo right") ||
		strings.Contains(told, "echo wrong") {
		t.Errorf("the last step was told\n%s", told)
	}
	c := shownChain(t, g)
	branch := "stead/chain-" + c.Chain
	if runtest.Git(t, g, "show", branch+":answer.txt") != "right" ||
		runtest.Git(t, g, "show", branch+":words.txt") != "described" {
		t.Errorf("the branch has not the work of both steps:\n%s", runtest.Git(t, g, "log", "--stat", branch))
	}
	runtest.Exits(t, g.Stead("chain", "rm", c.Chain), 0)
	if list := runtest.Git(t, g, "worktree", "list") + runtest.Git(t, g, "for-each-ref",
		"refs/stead/chains"); strings.Contains(list, c.Chain) ||
		runtest.Git(t, g, "show", branch+":words.txt") != "described" {
		t.Errorf("left, or lost:\n%s", list)
	}
}

func TestInterruptedChainSaysHowItGoesOn(t *testing.T) {
	t.Parallel()
	hold := provider.NewHold()
	g := harness.New(t, provider.Steps(provider.Use(runtest.Shell("codex", "echo one >> count.txt")),
		provider.Reply{Text: "It goes on", Hold: hold}, provider.Say("All is done."))...)
	process := g.Start(g.SteadPath(), "chain", "--step", "codex:Count to one.")
	runtest.Reached(t, g, hold)
	if err := process.Signal(syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	runtest.Exits(t, g.Wait(process), 130, "continue   stead chain resume ")
	runtest.NothingLeft(t, g)
	result := g.Stead("chain", "resume")
	runtest.Exits(t, result, 0)
	if counted, err := os.ReadFile(filepath.Join(g.Work, "count.txt")); err != nil || string(counted) != "one\n" ||
		result.Stdout != "All is done.\n" {
		t.Errorf("the output is %q, and counted was %q, %v", result.Stdout, counted, err)
	}
	if n := len(runtest.Records(t, g)); n != 1 {
		t.Errorf("there are %d runs", n)
	}
}

// TestChainOnATerminalAsksAndShowsWhatIsDone has a step approved by a key, in 80 columns.
func TestChainOnATerminalAsksAndShowsWhatIsDone(t *testing.T) {
	t.Parallel()
	hold := provider.NewHold()
	g := harness.New(t, provider.Steps(
		provider.Reply{Text: "It looks.", Calls: []provider.ToolCall{
			runtest.Shell("codex", "echo "+strings.Repeat("a long command ", 20))}},
		provider.Reply{Text: "It goes on", Hold: hold}, provider.Say("All is done."))...)
	path := writeRecipe(t, g, "steps: [{name: only, cli: codex, approve: true, prompt: Say what there is.}]")
	x := runtest.OnTerminal(t, g, ptyx.Size{Rows: 40, Columns: 80}, "chain", path)
	x.Sees("Step only (codex) will start with this prompt:", "Say what there is.", "Start it? [y/N]")
	x.Keys("y\r")
	x.Sees("only codex works")
	runtest.Reached(t, g, hold)
	x.Sees("turns,", "a long command")
	hold.Release()
	if code := x.Ends(); code != "0" {
		t.Errorf("exit code %s", code)
	}
	for line := range strings.Lines(x.Screen.Transcript()) {
		if n := strings.Count(line, "a long command"); n > 0 {
			t.Errorf("what was done for a while still stands there: %q", line)
		}
	}
	for _, text := range []string{"only is done", "STEP CLI STATE RUN TURNS", "It goes on"} {
		if !strings.Contains(x.Text(), text) {
			t.Errorf("the screen lacks %q:\n%s", text, x.Text())
		}
	}
	runtest.NothingLeft(t, g)
}
