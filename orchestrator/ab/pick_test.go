package ab_test

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"stead/forks/worktree"
	"stead/orchestrator/ab"
	"stead/orchestrator/delivery"
	"stead/runs"
	"stead/timeline"
)

// nobody watches what is delivered.
type nobody struct{}

func (nobody) Delivered(delivery.Plan) {}
func (nobody) Entry(*timeline.Entry)   {}
func (nobody) Changed(runs.Run)        {}
func (nobody) Note(string)             {}

func (r ring) git(t *testing.T, args ...string) string {
	t.Helper()
	command := exec.Command("git", append([]string{"-C", r.folder, "-c", "user.name=U", "-c", "user.email=u@localhost"},
		args...)...)
	said, err := command.CombinedOutput()
	if err != nil {
		t.Fatalf("git %v: %v\n%s", args, err, said)
	}
	return strings.TrimSuffix(string(said), "\n")
}

func (r ring) write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(r.folder, name), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func (r ring) read(name string) string {
	data, err := os.ReadFile(filepath.Join(r.folder, name))
	if err != nil {
		return "missing"
	}
	return string(data)
}

// held is a contest of two: the first writes a file, the second changes one that the user has as well.
func (r ring) held(t *testing.T) ab.Contest {
	t.Helper()
	c, err := r.Run(t.Context(), r.plan("echo new > new", "echo theirs > mine"), &observer{})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestWinnerOfACleanFolderIsMerged(t *testing.T) {
	r := newRing(t)
	c, err := r.Pick(t.Context(), r.held(t), ab.Picking{Name: "1"}, nobody{})
	if err != nil {
		t.Fatal(err)
	}
	if r.read("new") != "new\n" || r.git(t, "status", "--porcelain") != "" ||
		r.git(t, "rev-parse", "main") != c.Contestants[0].Commit {
		t.Errorf("the folder is %q, main is %s", r.git(t, "status", "--porcelain"), r.git(t, "log", "--oneline", "main"))
	}
	run, err := r.Orchestrator.Runs.Load(c.Picked.Run)
	if err != nil || run.Dir != r.folder || run.To.ID == "" {
		t.Errorf("its session goes on in %s as %s, %v", run.Dir, run.To.Reference(), err)
	}
	if _, err := r.Pick(t.Context(), c, ab.Picking{Name: "2"}, nobody{}); !errors.Is(err, ab.ErrPick) ||
		!strings.HasSuffix(err.Error(), c.Contestants[1].Branch) {
		t.Errorf("a second one is picked: %v", err)
	}
	second, err := r.Pick(t.Context(), c, ab.Picking{Name: "2", Branch: "second"}, nobody{})
	if err != nil || second.Picked.Branch != "second" || r.git(t, "show", "second:mine") != "theirs" {
		t.Errorf("a second one cannot go into a branch: %v", err)
	}
	if kept, err := r.Contests.Load(c.ID); err != nil || kept.Picked.Name != c.Picked.Name || kept.Picked.Branch != "" {
		t.Errorf("what is in the folder is forgotten: %+v, %v", kept.Picked, err)
	}
}

func TestWinnerOfAChangedFolderIsLeftToTheUserToCommit(t *testing.T) {
	r := newRing(t)
	r.write(t, "mine", "mine\n")
	c, err := r.Pick(t.Context(), r.held(t), ab.Picking{Name: "claude-2", Stay: true}, nobody{})
	if err != nil || c.Picked.Run != "" {
		t.Fatalf("it went on as %q: %v", c.Picked.Run, err)
	}
	if r.read("mine") != "theirs\n" || r.git(t, "log", "--oneline", "main") != r.git(t, "log", "--oneline", "-1") {
		t.Errorf("the file is %q, the log %s", r.read("mine"), r.git(t, "log", "--oneline"))
	}
}

func TestChangesOfTheUserAreNotLost(t *testing.T) {
	r := newRing(t)
	c := r.held(t)
	r.write(t, "mine", "mine\n") // since the contest
	_, err := r.Pick(t.Context(), c, ab.Picking{Name: "claude-2"}, nobody{})
	var conflict *worktree.Conflict
	if !errors.As(err, &conflict) || fmt.Sprint(conflict.Files) != "[mine]" || r.read("mine") != "mine\n" {
		t.Errorf("the file is %q: %v", r.read("mine"), err)
	}
	if kept, err := r.Contests.Load(c.ID); err != nil || kept.Picked != nil {
		t.Errorf("somebody was picked: %+v, %v", kept.Picked, err)
	}
	if c, err = r.Pick(t.Context(), c, ab.Picking{Name: "claude-2", Branch: "theirs"}, nobody{}); err != nil ||
		r.git(t, "show", "theirs:mine") != "theirs" {
		t.Errorf("it is not on its own branch: %v", err)
	}
	if _, err := r.Pick(t.Context(), c, ab.Picking{Name: "1", Branch: "theirs"}, nobody{}); !errors.Is(err,
		worktree.ErrExists) {
		t.Errorf("a branch is written over: %v", err)
	}
}

func TestWinnerIsNotMergedIntoAnotherLine(t *testing.T) {
	r := newRing(t)
	r.git(t, "checkout", "-q", "-b", "old")
	r.git(t, "checkout", "-q", "main")
	r.write(t, "later", "later\n")
	r.git(t, "add", ".")
	r.git(t, "commit", "-q", "-m", "Later")
	c := r.held(t)
	r.git(t, "checkout", "-q", "old")
	if _, err := r.Pick(t.Context(), c, ab.Picking{Name: "1", Stay: true}, nobody{}); err != nil {
		t.Fatal(err)
	}
	if r.read("new") != "new\n" || r.read("later") != "missing" {
		t.Errorf("the other line has come along: %q", r.read("later"))
	}
}

func TestCopiesOfAFolderThatIsGoneAreRemovedByForceOnly(t *testing.T) {
	r := newRing(t)
	c := r.held(t)
	if err := os.RemoveAll(r.folder); err != nil {
		t.Fatal(err)
	}
	if _, err := r.Clean(t.Context(), c, ab.Cleaning{}); !errors.Is(err, ab.ErrUnpicked) ||
		!strings.Contains(err.Error(), r.folder+" is gone") {
		t.Errorf("cleaning up says %v", err)
	}
	if c, err := r.Clean(t.Context(), c, ab.Cleaning{Branches: true, Force: true}); err != nil || c.HasCopies() {
		t.Errorf("by force: %v", err)
	}
	if left, err := os.ReadDir(r.Trees); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

func TestCleaningUpKeepsWorkThatWasNotPicked(t *testing.T) {
	r := newRing(t)
	c := r.held(t)
	if err := os.WriteFile(filepath.Join(c.Contestants[0].Tree, "by-hand"), []byte("by hand\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := r.Clean(t.Context(), c, ab.Cleaning{Branches: true}); !errors.Is(err, ab.ErrUnpicked) {
		t.Errorf("it is lost: %v", err)
	}
	c, err := r.Clean(t.Context(), c, ab.Cleaning{})
	if err != nil || r.git(t, "show", c.Contestants[0].Branch+":by-hand") != "by hand" {
		t.Errorf("what was done by hand is lost: %v", err)
	}
	if list := strings.Split(r.git(t, "worktree", "list"), "\n"); len(list) != 1 || c.HasCopies() || !c.HasBranches() ||
		r.git(t, "for-each-ref", "refs/stead") != "" {
		t.Errorf("left behind: %s", list)
	}
	if c, err = r.Clean(t.Context(), c, ab.Cleaning{Branches: true, Force: true}); err != nil ||
		r.git(t, "branch", "--list", "stead/*") != "" {
		t.Errorf("left behind: %s, %v", r.git(t, "branch", "--list", "stead/*"), err)
	}
	if _, err := r.Clean(t.Context(), c, ab.Cleaning{Branches: true}); err != nil {
		t.Errorf("cleaning up again: %v", err)
	}
}
