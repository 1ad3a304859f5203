package ab_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"stead/e2e/harness"
	"stead/e2e/provider"
	"stead/e2e/runtest"
)

// both has two contestants do the same.
func both(command string) []provider.Step {
	return append(runtest.RunsCommand("claude", command), runtest.RunsCommand("codex", command)...)
}

// put writes files of the project.
func put(t *testing.T, g *harness.Environment, files map[string]string) {
	t.Helper()
	for name, content := range files {
		path := filepath.Join(g.Work, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// bothPass holds a contest of two in which both have to pass the check, and nothing of the user's changes.
func bothPass(t *testing.T, g *harness.Environment, check, said string) {
	t.Helper()
	before := runtest.Contents(t, g.Work)
	runtest.Exits(t, g.Stead("ab", "-p", runtest.Prompt, "--with", "claude,codex", "--check", check), 0, said)
	same(t, "after the contest", before, runtest.Contents(t, g.Work))
	for _, one := range shownContest(t, g).Contestants {
		if !one.Succeeded {
			t.Errorf("%s: %+v", one.Name, one)
		}
	}
}

// TestContestSeesWhatIsUncommittedAndWhatABuildNeeds picks a winner whose work meets a change of the user's at first.
func TestContestSeesWhatIsUncommittedAndWhatABuildNeeds(t *testing.T) {
	t.Parallel()
	g := harness.New(t, both("cat mine.txt secret.env > answer.txt")...)
	runtest.Repository(t, g)
	put(t, g, map[string]string{
		".gitignore": "secret.env\n", ".worktreeinclude": "*.env\n", "secret.env": "secret\n",
		"mine.txt": "not committed\n", "answer.txt": "changed\n",
	})
	bothPass(t, g, "grep -q secret answer.txt && grep -q committed answer.txt", "4 uncommitted changes")
	head := runtest.Git(t, g, "rev-parse", "HEAD")

	put(t, g, map[string]string{"answer.txt": "the user went on\n"})
	meanwhile := runtest.Contents(t, g.Work)
	runtest.Exits(t, g.Stead("ab", "pick", "codex"), 8, "answer.txt")
	same(t, "after a pick that was refused", meanwhile, runtest.Contents(t, g.Work))

	put(t, g, map[string]string{"answer.txt": "changed\n"})
	runtest.Exits(t, g.Stead("ab", "pick", "codex"), 0)
	if got := string(g.Read(filepath.Join(g.Work, "answer.txt"))); got != "not committed\nsecret\n" {
		t.Errorf("the winner's work is %q", got)
	}
	if status := runtest.Git(t, g, "status",
		"--porcelain"); status != " M answer.txt\n?? .gitignore\n?? .worktreeinclude\n?? mine.txt" {
		t.Errorf("the folder has\n%s", status)
	}
	if files := runtest.Git(t, g, "ls-tree", "-r", "--name-only",
		shownContest(t, g).Contestants[1].Branch); strings.Contains(files, "secret.env") {
		t.Errorf("a secret was committed:\n%s", files)
	}
	if runtest.Git(t, g, "rev-parse", "HEAD") != head {
		t.Error("something was committed on the user's branch")
	}
	runtest.NothingLeft(t, g)
}

func TestContestInAFolderWithoutGit(t *testing.T) {
	t.Parallel()
	g := harness.New(t, both("cat mine.txt > answer.txt; rm mine.txt")...)
	put(t, g, map[string]string{"mine.txt": "the user's\n"})
	bothPass(t, g, "grep -q user answer.txt", "")
	runtest.Exits(t, g.Stead("ab", "pick", "claude"), 0)
	if got := string(g.Read(filepath.Join(g.Work, "answer.txt"))); got != "the user's\n" {
		t.Errorf("the winner's work is %q", got)
	}
	for _, gone := range []string{"mine.txt", ".git"} {
		if _, err := os.Stat(filepath.Join(g.Work, gone)); !os.IsNotExist(err) {
			t.Errorf("there is a %s: %v", gone, err)
		}
	}
	runtest.Exits(t, g.Stead("ab", "clean", "--branches", "--force"), 0)
	if left, err := filepath.Glob(filepath.Join(g.Dir, ".local/state/stead/*/*")); err != nil || len(left) > 0 {
		t.Errorf("stead keeps %q, %v", left, err)
	}
	runtest.NothingLeft(t, g)
}

// addSubmodule commits a submodule, library, that is a clone of the project as it is.
func addSubmodule(t *testing.T, g *harness.Environment) {
	t.Helper()
	origin := filepath.Join(g.Work, "origin")
	for _, line := range [][]string{
		{"clone", "-q", ".", origin}, {"-c", "protocol.file.allow=always", "submodule", "-q", "add", origin, "library"},
		{"commit", "-q", "-m", "Add library"},
	} {
		runtest.Git(t, g, line...)
	}
	if err := os.RemoveAll(origin); err != nil {
		t.Fatal(err)
	}
}

// TestContestInAProjectWithSubmodules works in a submodule that has a change of the user's in it. Its origin is gone:
// no network is needed.
func TestContestInAProjectWithSubmodules(t *testing.T) {
	t.Parallel()
	g := harness.New(t, both("cd library && cat mine.txt > answer.txt")...)
	runtest.Repository(t, g)
	addSubmodule(t, g)
	put(t, g, map[string]string{"library/mine.txt": "the user's\n"})
	bothPass(t, g, "grep -q user library/answer.txt", "")
	runtest.Exits(t, g.Stead("ab", "pick", "codex"), 0, "codex: 1 file, +1 -1")
	if got := string(g.Read(filepath.Join(g.Work, "library/answer.txt"))); got != "the user's\n" {
		t.Errorf("the winner's work is %q", got)
	}
	if status := runtest.Git(t, g, "status", "--porcelain"); status != " M library" {
		t.Errorf("the folder has\n%s", status)
	}
	if status := runtest.Git(t, g, "-C", "library", "status", "--porcelain"); status != " M answer.txt\n?? mine.txt" {
		t.Errorf("the submodule has\n%s", status)
	}
	runtest.NothingLeft(t, g)
}
