package worktree_test

import (
	"errors"
	"fmt"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"stead/forks/worktree"
)

// since compares the folder with what it was at a time, and returns the changes as lines.
func (p project) since(dir string, at time.Time) (worktree.Work, []string) {
	p.Helper()
	w, err := worktree.Since(p.Context(), dir, p.state, at)
	if err != nil {
		p.Fatal(err)
	}
	var lines []string
	for _, c := range w.Changes {
		lines = append(lines, fmt.Sprintf("%s %s +%d -%d", c.Status, c.Path, c.Added, c.Deleted))
	}
	slices.Sort(lines)
	return w, lines
}

// TestWorkSinceATimeIsFound commits before and after a time, and leaves something uncommitted and untracked.
func TestWorkSinceATimeIsFound(t *testing.T) {
	p := newFolder(t)
	p.begin()
	seconds, err := strconv.ParseInt(p.git("log", "-1", "--format=%ct"), 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	began := time.Unix(seconds, 0)
	before := p.git("rev-parse", "HEAD")
	objects := p.git("count-objects", "-v")
	p.write("main.txt", "changed\n")
	p.write("new.txt", "one\ntwo\n")
	w, lines := p.since(p.dir, began.Add(time.Second))
	if w.Base != before || !w.Began || !slices.Contains(lines, "A new.txt +2 -0") || len(lines) != 2 {
		t.Errorf("uncommitted it is %+v", w)
	}
	if !strings.Contains(w.Diff, "+changed") || !strings.Contains(w.Diff, "+two") || w.Cut {
		t.Errorf("the diff is\n%s", w.Diff)
	}
	if now := p.git("count-objects", "-v"); now != objects || p.git("status", "--porcelain") == "" {
		t.Errorf("the repository was written into: %s, before %s", now, objects)
	}

	p.git("add", "-A")
	commit := exec.Command("git", "commit", "-qm", "the work")
	commit.Dir = p.dir
	commit.Env = append(slices.Clone(usersEnviron), fmt.Sprintf("GIT_COMMITTER_DATE=@%d +0000", seconds+60))
	if said, err := commit.CombinedOutput(); err != nil {
		t.Fatalf("commit: %v: %s", err, said)
	}
	w, lines = p.since(p.dir, began.Add(time.Second))
	if w.Base != before || !w.Began || len(lines) != 2 {
		t.Errorf("committed it is %+v, and began at %s", w, before)
	}
	w, lines = p.since(p.dir, began.Add(-time.Hour))
	if w.Began || w.Base != p.git("rev-parse", "HEAD") || len(lines) != 0 {
		t.Errorf("before the log of HEAD begins it is %+v", w)
	}
}

func TestWorkOfAFolderWithoutGitIsUnknown(t *testing.T) {
	p := newFolder(t)
	if _, err := worktree.Since(t.Context(), p.dir, p.state, time.Now()); !errors.Is(err, worktree.ErrNoRepository) {
		t.Errorf("the error is %v", err)
	}
}

func TestLongDiffIsCut(t *testing.T) {
	p := newFolder(t)
	p.begin()
	p.write("long.txt", strings.Repeat("a line of it\n", 100_000))
	w, _ := p.since(p.dir, time.Now())
	if !w.Cut || len(w.Diff) > 256<<10 || len(w.Changes) != 1 || w.Changes[0].Added != 100_000 {
		t.Errorf("%d bytes of diff, cut %v, of %+v", len(w.Diff), w.Cut, w.Changes)
	}
}
