package fork

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"stead/cmd/stead/cli/setup"
)

// TestBranchOfAForkIsMeantByItsName asks git for the branch as a user does, who knows nothing of stead's refs.
func TestBranchOfAForkIsMeantByItsName(t *testing.T) {
	home, dir := t.TempDir(), t.TempDir()
	environ := []string{"HOME=" + home, "PATH=" + os.Getenv("PATH"), "GIT_AUTHOR_NAME=User", "GIT_AUTHOR_EMAIL=user@localhost",
		"GIT_COMMITTER_NAME=User", "GIT_COMMITTER_EMAIL=user@localhost"}
	git := func(dir string, args ...string) string {
		t.Helper()
		command := exec.Command("git", args...)
		command.Dir, command.Env = dir, environ
		output, err := command.CombinedOutput()
		if err != nil {
			t.Fatalf("git %v: %v: %s", args, err, output)
		}
		return strings.TrimSpace(string(output))
	}
	git(dir, "init", "-q")
	git(dir, "commit", "-q", "--allow-empty", "-m", "Begin")
	messages, err := os.Create(filepath.Join(home, "stderr"))
	if err != nil {
		t.Fatal(err)
	}
	p := setup.NewProcess(nil, environ, dir, nil, nil, messages)
	s, err := p.Load(nil)
	if err != nil {
		t.Fatal(err)
	}
	w, err := newWorkplace(t.Context(), p, s, dir)
	if err != nil {
		t.Fatal(err)
	}
	git(w.tree.Path, "commit", "-q", "--allow-empty", "-m", "Work")
	if got, want := git(dir, "rev-parse", w.tree.Branch), git(w.tree.Path, "rev-parse", "HEAD"); got != want {
		t.Errorf("%s is taken for %s, and its work is %s", w.tree.Branch, got, want)
	}
}
