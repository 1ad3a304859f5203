package ab_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"stead/e2e/harness"
	"stead/e2e/provider"
	"stead/e2e/runtest"
)

// contest is a contest as stead ab show --json prints it.
type contest struct {
	Contest, Status string
	Picked          struct{ Name, Run string }
	Contestants     []struct {
		Name, CLI, State, Reason, Branch, Tree, Run, Commit string
		FinalText                                           string `json:"final_text"`
		Files                                               int
		Succeeded                                           bool
		Check                                               *struct {
			ExitCode int `json:"exit_code"`
		}
	}
}

func shownContest(t *testing.T, g *harness.Environment) contest {
	t.Helper()
	result := g.Stead("ab", "show", "--json")
	runtest.Exits(t, result, 0)
	var c contest
	if err := json.Unmarshal([]byte(result.Stdout), &c); err != nil {
		t.Fatal(err)
	}
	return c
}

func same(t *testing.T, when string, before, after map[string]string) {
	t.Helper()
	if len(before) != len(after) {
		t.Errorf("%s: the user's folder has %d files, and had %d", when, len(after), len(before))
	}
	for path, content := range before {
		if after[path] != content {
			t.Errorf("%s: %s became %q", when, path, after[path])
		}
	}
}

// TestContest has four CLIs work at once, each on a copy of the folder, and picks one.
func TestContest(t *testing.T) {
	t.Parallel()
	work := map[string]string{
		"claude": "echo right by claude > answer.txt", "codex": "echo right by codex > answer.txt; echo more > codex.txt",
		"gemini": "echo wrong > answer.txt", "opencode": "echo other > opencode.txt",
	}
	var steps []provider.Step
	for cli, command := range work {
		steps = append(steps, runtest.RunsCommand(cli, command)...)
	}
	g := harness.New(t, steps...)
	runtest.Repository(t, g)
	session := g.Place("claude", "text")
	before, head := runtest.Contents(t, g.Work), runtest.Git(t, g, "rev-parse", "HEAD", "--symbolic-full-name", "HEAD")
	result := g.Stead("ab", "-p", runtest.Prompt, "--from", session.Ref(), "--cwd", g.Work, "--with",
		"claude,codex,gemini,opencode", "--parallel", "4", "--check", "grep -q right answer.txt")
	runtest.Exits(t, result, 0, "working in")
	same(t, "after the contest", before, runtest.Contents(t, g.Work))
	if got := runtest.Git(t, g, "rev-parse", "HEAD", "--symbolic-full-name", "HEAD"); got != head ||
		runtest.Git(t, g, "status", "--porcelain") != "" {
		t.Errorf("the user's branch is at %s, and was at %s", got, head)
	}
	c := shownContest(t, g)
	for _, one := range c.Contestants {
		wins := one.Name == "claude" || one.Name == "codex"
		if one.State != "done" || one.Succeeded != wins || one.Check == nil ||
			one.FinalText != "It is done by "+one.Name+"." {
			t.Errorf("%s: %+v", one.Name, one)
		}
		if got, want := runtest.Git(t, g, "diff", "--name-only", "main", one.Branch), "answer.txt"; one.Name == "claude" &&
			got != want {
			t.Errorf("%s has changed %s, want %s", one.Name, got, want)
		}
		if !strings.Contains(result.Stdout, "It is done by "+one.Name) {
			t.Errorf("the comparison lacks the answer of %s:\n%s", one.Name, result.Stdout)
		}
	}
	if !strings.Contains(result.Stdout, "A codex.txt +1 -0") {
		t.Errorf("the comparison lacks the files:\n%s", result.Stdout)
	}
	if diff := g.Stead("ab", "diff", "claude", "codex"); !strings.Contains(diff.Stdout,
		"-right by claude\n+right by codex\n") || !strings.Contains(diff.Stdout, "codex.txt") {
		t.Errorf("the difference of two:\n%s%s", diff.Stdout, diff.Stderr)
	}

	picked := g.Stead("ab", "pick", "codex")
	runtest.Exits(t, picked, 0, "picked     codex: 2 files")
	if got := string(g.Read(filepath.Join(g.Work, "answer.txt"))); got != "right by codex\n" {
		t.Errorf("the winner's work is %q", got)
	}
	if got := runtest.Git(t, g, "rev-parse", "main^{tree}"); got != runtest.Git(t, g, "rev-parse",
		c.Contestants[1].Branch+"^{tree}") || runtest.Git(t, g, "status", "--porcelain") != "" {
		t.Errorf("the user's branch does not hold the winner's tree")
	}
	if shown := g.Stead("show", strings.TrimSpace(picked.Stdout)); !strings.Contains(shown.Stdout,
		"It is done by codex.") {
		t.Errorf("the session that goes on lacks what was said: %s%s", shown.Stdout, shown.Stderr)
	}
	runtest.Exits(t, g.Stead("ab", "clean"), 0)
	for _, one := range c.Contestants {
		if _, err := os.Stat(one.Tree); !os.IsNotExist(err) {
			t.Errorf("the copy of %s is left: %v", one.Name, err)
		}
		runtest.Git(t, g, "rev-parse", "--verify", one.Branch)
	}
	runtest.Exits(t, g.Stead("ab", "clean", "--branches"), 8, "work that was not picked would be lost")
	runtest.NothingLeft(t, g)
}

// TestContestOutlivesWhoHangs has one contestant's model say nothing: it is ended by the timeout, and the other goes
// on.
func TestContestOutlivesWhoHangs(t *testing.T) {
	t.Parallel()
	g := harness.New(t, append(runtest.RunsCommand("codex", "echo right > answer.txt"),
		provider.Step{When: runtest.TurnsOf("claude"), Reply: provider.Refuse(provider.Silence), Always: true})...)
	runtest.Repository(t, g)
	session := g.Place("claude", "text")
	result := g.Stead("ab", "-p", runtest.Prompt, "--from", session.Ref(), "--cwd", g.Work, "--with", "claude,codex",
		"--timeout", "20s")
	runtest.Exits(t, result, 0, "claude: timeout")
	if c := shownContest(t, g); c.Contestants[0].State != "timeout" || !c.Contestants[1].Succeeded {
		t.Errorf("the contest is %+v", c)
	}
	runtest.NothingLeft(t, g)
}

// TestContestIsInterrupted interrupts in the middle of one contestant's work, when another has finished and a third
// waits.
func TestContestIsInterrupted(t *testing.T) {
	t.Parallel()
	hold := provider.NewHold()
	g := harness.New(t, append(runtest.RunsCommand("codex", "echo right > answer.txt"),
		provider.Step{When: runtest.TurnsOf("claude"), Reply: provider.Use(runtest.Shell("claude", "echo half > half.txt"))},
		provider.Step{When: runtest.TurnsOf("claude"), Reply: provider.Reply{Text: "It begins", Hold: hold}})...)
	runtest.Repository(t, g)
	session := g.Place("claude", "text")
	before := runtest.Contents(t, g.Work)
	process := g.Start(g.SteadPath(), "ab", "-p", runtest.Prompt, "--from", session.Ref(), "--cwd", g.Work, "--with",
		"codex,claude,gemini", "--parallel", "1")
	runtest.Reached(t, g, hold)
	if err := process.Signal(syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	if result := g.Wait(process); result.Code != 130 {
		t.Errorf("exit %d\n%s%s", result.Code, result.Stdout, result.Stderr)
	}
	runtest.NothingLeft(t, g)
	same(t, "after the interruption", before, runtest.Contents(t, g.Work))
	c := shownContest(t, g)
	if c.Status != "interrupted" || c.Contestants[0].State != "done" || c.Contestants[1].State != "stopped" ||
		c.Contestants[2].State != "waiting" {
		t.Errorf("the contest is %+v", c)
	}
	if got := runtest.Git(t, g, "show", c.Contestants[1].Branch+":half.txt"); got != "half" {
		t.Errorf("the interrupted one's work is %q", got)
	}
	if list := runtest.Git(t, g, "worktree", "list"); strings.Contains(list, "gemini") ||
		len(strings.Split(list, "\n")) != 3 {
		t.Errorf("the worktrees are\n%s", list)
	}
	runtest.Exits(t, g.Stead("ab", "pick", "codex", "--no-continue"), 0)
	runtest.Exits(t, g.Stead("ab", "clean", "--branches", "--force"), 0)
	if list := runtest.Git(t, g, "for-each-ref", "refs/heads/stead", "refs/stead"); list != "" ||
		len(strings.Split(runtest.Git(t, g, "worktree", "list"), "\n")) != 1 {
		t.Errorf("after cleaning up there are\n%s", list)
	}
}
