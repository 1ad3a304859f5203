package workdir_test

import (
	"errors"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"stead/adapters/adapter"
	"stead/orchestrator/workdir"
	"stead/runs"
)

// repository makes a repository with one commit, and returns its folder and a way to ask git about it.
func repository(t *testing.T) (dir string, git func(dir string, args ...string) string) {
	t.Helper()
	for name, value := range map[string]string{
		"HOME": t.TempDir(), "GIT_CONFIG_NOSYSTEM": "1",
		"GIT_AUTHOR_NAME": "User", "GIT_AUTHOR_EMAIL": "user@localhost", "GIT_COMMITTER_NAME": "User",
		"GIT_COMMITTER_EMAIL": "user@localhost",
	} {
		t.Setenv(name, value)
	}
	git = func(dir string, args ...string) string {
		t.Helper()
		command := exec.Command("git", args...)
		command.Dir = dir
		output, err := command.CombinedOutput()
		if err != nil {
			t.Fatalf("git %v: %v: %s", args, err, output)
		}
		return strings.TrimSpace(string(output))
	}
	dir = t.TempDir()
	git(dir, "init", "-q")
	git(dir, "commit", "-q", "--allow-empty", "-m", "Begin")
	return dir, git
}

// TestBranchOfAForkIsMeantByItsName asks git for the branch as a user does, who knows nothing of stead's refs.
func TestBranchOfAForkIsMeantByItsName(t *testing.T) {
	dir, git := repository(t)
	p, err := workdir.NewPlace(t.Context(), t.TempDir(), dir, "fork")
	if err != nil {
		t.Fatal(err)
	}
	git(p.Tree.Path, "commit", "-q", "--allow-empty", "-m", "Work")
	if got, want := git(dir, "rev-parse", p.Branch()), git(p.Tree.Path, "rev-parse", "HEAD"); got != want {
		t.Errorf("%s is taken for %s, and its work is %s", p.Branch(), got, want)
	}
}

func TestWorktreeIsTakenBackWhenNothingCameOfTheFork(t *testing.T) {
	errFailed := errors.New("it failed")
	for _, c := range []struct {
		name   string
		failed error
		worked bool
		stays  bool
	}{{"a failure", errFailed, false, false}, {"a failure of a run", errFailed, true, true}, {"a fork that is only made",
		nil, false, true}} {
		t.Run(c.name, func(t *testing.T) {
			dir, git := repository(t)
			p, err := workdir.NewPlace(t.Context(), t.TempDir(), dir, "fork")
			if err != nil {
				t.Fatal(err)
			}
			all := runs.Open(t.TempDir())
			if c.worked {
				id, err := all.Create(time.Now())
				if err != nil {
					t.Fatal(err)
				}
				if err := all.Save(runs.Run{ID: id, Dir: adapter.RealPath(p.Tree.Dir())}); err != nil {
					t.Fatal(err)
				}
			}
			if err := p.Settle(t.Context(), all, c.failed); !errors.Is(err, c.failed) {
				t.Errorf("error %v, want %v", err, c.failed)
			}
			_, err = os.Stat(p.Tree.Path)
			if stays := err == nil; stays != c.stays {
				t.Errorf("the worktree stays: %v", stays)
			}
			if refs := git(dir, "for-each-ref", "refs/stead", "refs/heads/stead"); (refs != "") != c.stays {
				t.Errorf("left are the refs %q", refs)
			}
		})
	}
}

func TestNoWorktreeIsSettledAtOnce(t *testing.T) {
	var none *workdir.Place
	if err := none.Settle(t.Context(), runs.Folder{}, nil); err != nil || none.Branch() != "" {
		t.Errorf("its branch is %q, error %v", none.Branch(), err)
	}
}
