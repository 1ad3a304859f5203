package cli

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
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
	told, err := os.Create(filepath.Join(home, "stderr"))
	if err != nil {
		t.Fatal(err)
	}
	a := &app{Process: Process{Stderr: told, Dir: dir, Environ: environ}}
	s, err := a.setup(nil)
	if err != nil {
		t.Fatal(err)
	}
	w, err := a.newWorkplace(t.Context(), s, dir)
	if err != nil {
		t.Fatal(err)
	}
	git(w.Path, "commit", "-q", "--allow-empty", "-m", "Work")
	if got, want := git(dir, "rev-parse", w.Branch), git(w.Path, "rev-parse", "HEAD"); got != want {
		t.Errorf("%s is taken for %s, and its work is %s", w.Branch, got, want)
	}
}
