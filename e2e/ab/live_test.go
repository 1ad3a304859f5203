package ab_test

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

// halfway has Claude Code do a half and then wait, and Codex finish.
func halfway(hold *provider.Hold) []provider.Step {
	return append(runtest.RunsCommand("codex", "echo right > answer.txt"),
		provider.Step{When: runtest.TurnsOf("claude"), Reply: provider.Use(runtest.Shell("claude", "echo half > half.txt"))},
		provider.Step{When: runtest.TurnsOf("claude"), Reply: provider.Reply{Text: "It begins", Hold: hold}})
}

// contestantRun returns the run of a contestant once it has one.
func contestantRun(t *testing.T, g *harness.Environment, name string) (id string) {
	t.Helper()
	runtest.Eventually(t, "a run of "+name, func() bool {
		for _, one := range shownContest(t, g).Contestants {
			if one.Name == name {
				id = one.Run
			}
		}
		return id != ""
	})
	return id
}

// TestContestOnATerminal has two CLIs begin sessions of their own, looks at the table while one hangs, and stops that
// one alone.
func TestContestOnATerminal(t *testing.T) {
	t.Parallel()
	hold := provider.NewHold()
	g := harness.New(t, halfway(hold)...)
	runtest.Repository(t, g)
	rung := runtest.KeepsNotifications(t, g)
	x := runtest.OnTerminal(t, g, ptyx.Size{Rows: 40, Columns: 80}, "ab", "-p", runtest.Prompt, "--with", "claude,codex",
		"--parallel", "2")
	runtest.Reached(t, g, hold)
	x.Sees("NAME STATE TURNS TOKENS COST TIME DOES", "bash echo half > half.txt", "codex done")
	runtest.Exits(t, g.Stead("stop", contestantRun(t, g, "claude")), 0, "has ended")
	if code := x.Ends(); code != "0" {
		t.Errorf("exit code %s", code)
	}
	if strings.Contains(x.Text(), "NAME STATE TURNS TOKENS COST TIME DOES") {
		t.Error("the table was not drawn in place")
	}
	for _, text := range []string{"claude stopped", "It is done by codex.", "stead ab pick"} {
		if !strings.Contains(x.Text(), text) {
			t.Errorf("the screen lacks %q", text)
		}
	}
	if all := rung(); len(all) != 1 || all[0].Kind != "finished" || all[0].About != "1 of 2 succeeded: codex" {
		t.Errorf("the end was told so: %+v", all)
	}
	for line := range strings.Lines(x.Screen.Transcript()) {
		if strings.Contains(line, "claude") && !strings.HasPrefix(line, "before") &&
			len([]rune(strings.TrimRight(line, "\n"))) > 80 {
			t.Errorf("a line is too wide: %q", line)
		}
	}
	if raw := x.Raw.String(); strings.LastIndex(raw, "\x1b[?25l") > strings.LastIndex(raw, "\x1b[?25h") {
		t.Error("the cursor is hidden")
	}
	runtest.NothingLeft(t, g)
}

// TestContestThatWasKilled kills stead in the middle: what was done can be seen, and cleaned up without a loss.
func TestContestThatWasKilled(t *testing.T) {
	t.Parallel()
	hold := provider.NewHold()
	g := harness.New(t, halfway(hold)...)
	runtest.Repository(t, g)
	process := g.Start(g.SteadPath(), "ab", "-p", runtest.Prompt, "--with", "codex,claude,pi", "--parallel", "1")
	runtest.Reached(t, g, hold)
	run := contestantRun(t, g, "claude")
	if err := process.Signal(syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	_ = g.Wait(process)
	runtest.Eventually(t, "the end of all that it started", func() bool { return len(g.Processes()) == 0 })
	c := shownContest(t, g)
	one := c.Contestants[1]
	if c.Status != "interrupted" || c.Contestants[0].State != "done" || one.State != "killed" || one.Run != run ||
		c.Contestants[2].State != "waiting" {
		t.Errorf("the contest is %+v", c)
	}
	runtest.Exits(t, g.Stead("ab", "clean"), 0)
	if got := runtest.Git(t, g, "show", one.Branch+":half.txt"); got != "half" {
		t.Errorf("what the killed one had done is %q", got)
	}
	if list := runtest.Git(t, g, "worktree", "list"); len(strings.Split(list, "\n")) != 1 ||
		runtest.Git(t, g, "for-each-ref", "refs/stead") != "" {
		t.Errorf("left behind:\n%s", list)
	}
}

// TestWinnersSessionIsOpened picks who is the only one, and opens the session that goes on in the folder.
func TestWinnersSessionIsOpened(t *testing.T) {
	t.Parallel()
	g := harness.New(t, runtest.RunsCommand("claude", "echo right > answer.txt")...)
	runtest.Repository(t, g)
	if err := os.WriteFile(filepath.Join(g.Work, "mine.txt"), []byte("mine\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	runtest.Exits(t, g.Stead("ab", "-p", runtest.Prompt, "--with", "claude"), 0, "with 1 uncommitted change")
	x := runtest.OnTerminal(t, g, runtest.Large, "ab", "pick", "claude", "-i")
	x.Sees("picked claude: 1 file, +1 -1", "It is done by claude.")
	if got := runtest.Git(t, g, "status", "--porcelain"); got != " M answer.txt\n?? mine.txt" {
		t.Errorf("the folder has\n%s", got)
	}
	runtest.Exits(t, g.Stead("stop", "latest"), 0)
	x.Ends()
	runtest.NothingLeft(t, g)
}
