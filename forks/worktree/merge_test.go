package worktree_test

import (
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"stead/forks/worktree"
)

const branch = "stead/ab-1/tree"

func TestMergeGoesForwardWhereItCan(t *testing.T) {
	p := newProject(t)
	p.git("config", "merge.ff", "no")
	s, commit := p.done(func(in project) { in.write("main.txt", "done\n") })
	want := with(files(t, p.dir), "main.txt", "done\n")
	applied, err := s.Merge(t.Context(), branch, "Merge the winner", nil)
	if err != nil || applied.Commit != commit || len(applied.Changes) != 1 {
		t.Fatalf("%+v, %v", applied, err)
	}
	p.expect(want)
	if status := p.git("status", "--porcelain", "--branch"); status != "## main" {
		t.Errorf("the status is\n%s", status)
	}
}

func TestMergeWithWhatTheUserCommittedSince(t *testing.T) {
	p := newProject(t)
	s, _ := p.done(func(in project) { in.write("main.txt", "one\ntwo\nthree\nfour\n") })
	p.write("main.txt", "zero\none\ntwo\nthree\n")
	p.commit("The user's")
	p.write("dirty.txt", "not in the way\n")
	want := with(files(t, p.dir), "main.txt", "zero\none\ntwo\nthree\nfour\n")
	if _, err := s.Merge(t.Context(), branch, "Merge the winner", nil); err != nil {
		t.Fatal(err)
	}
	p.expect(want)
	if log := p.git("log", "-1", "--format=%s by %an of %p"); !strings.HasPrefix(log, "Merge the winner by User of ") ||
		strings.Count(log, " ") != 7 {
		t.Errorf("the log ends with %q", log)
	}
}

func TestMergeThatConflictsTouchesNothing(t *testing.T) {
	p := newProject(t)
	s, _ := p.done(func(in project) {
		in.write("main.txt", "one\ntheirs\nthree\n")
		in.write("new.txt", "new\n")
	})
	p.write("main.txt", "one\nours\nthree\n")
	p.commit("The user's")
	before := p.picture()
	_, err := s.Merge(t.Context(), branch, "Merge", nil)
	p.expectConflict(err, before, "main.txt")
}

func TestMergeOverUncommittedChangesIsRefused(t *testing.T) {
	p := newProject(t)
	s, _ := p.done(func(in project) { in.write("main.txt", "done\n") })
	p.write("main.txt", "not committed\n")
	before := p.picture()
	_, err := s.Merge(t.Context(), branch, "Merge", nil)
	p.expectConflict(err, before, "main.txt")
}

func TestMergeThatAHookRefusesIsAborted(t *testing.T) {
	p := newProject(t)
	s, _ := p.done(func(in project) { in.write("new.txt", "done\n") })
	p.write("main.txt", "the user's\n")
	p.commit("The user's")
	p.write(".git/hooks/commit-msg", "#!/bin/sh\necho not today >&2; exit 1\n")
	if err := os.Chmod(p.path(".git/hooks/commit-msg"), 0o755); err != nil {
		t.Fatal(err)
	}
	want := files(t, p.dir)
	if _, err := s.Merge(t.Context(), branch, "Merge", nil); err == nil || !strings.Contains(err.Error(), "not today") {
		t.Errorf("got %v", err)
	}
	p.expect(want)
	if status := p.git("status", "--porcelain"); status != "" {
		t.Errorf("the status is\n%s", status)
	}
}

func TestFolderWithoutGitIsNotMerged(t *testing.T) {
	p := newFolder(t)
	s, _ := p.done(func(in project) { in.write("new.txt", "done\n") })
	if _, err := s.Merge(t.Context(), branch, "Merge", nil); !errors.Is(err, worktree.ErrNoGit) {
		t.Errorf("got %v", err)
	}
}

func TestMergeIsRefusedWhereItWouldBringInMore(t *testing.T) {
	p := newProject(t)
	p.git("branch", "before")
	p.write("more.txt", "on main only\n")
	p.commit("More")
	s, _ := p.done(func(in project) { in.write("main.txt", "done\n") })
	p.git("checkout", "-q", "before")
	before := p.picture()
	if _, err := s.Merge(t.Context(), branch, "Merge", nil); !errors.Is(err, worktree.ErrElsewhere) {
		t.Errorf("got %v", err)
	}
	if difference := cmp.Diff(before, p.picture()); difference != "" {
		t.Errorf("the folder was touched:\n%s", difference)
	}
}

func TestMergeBeforeTheFirstCommitIsRefused(t *testing.T) {
	p := newFolder(t)
	p.git("init", "-q")
	s, _ := p.done(func(in project) { in.write("main.txt", "done\n") })
	if _, err := s.Merge(t.Context(), branch, "Merge", nil); !errors.Is(err, worktree.ErrElsewhere) {
		t.Errorf("got %v", err)
	}
}

func TestResultIsKeptAsABranch(t *testing.T) {
	p := newProject(t)
	s, commit := p.done(func(in project) { in.write("main.txt", "done\n") })
	if err := s.KeepAs(t.Context(), "feature/x", commit); err != nil || p.git("rev-parse", "feature/x") != commit {
		t.Errorf("got %v", err)
	}
	for name, want := range map[string]error{"feature/x": worktree.ErrExists, "main": worktree.ErrExists} {
		if err := s.KeepAs(t.Context(), name, commit); !errors.Is(err, want) {
			t.Errorf("%s: got %v", name, err)
		}
	}
	if err := s.KeepAs(t.Context(), "not a name..", commit); err == nil {
		t.Error("a name was taken that git does not")
	}
}
