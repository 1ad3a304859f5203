package worktree

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"stead/forks/worktree/git"
)

// locate finds the working tree that a folder is in, and what is checked out there.
func locate(ctx context.Context, dir string, o Options) (Snapshot, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return Snapshot{}, err
	}
	if info, err := os.Stat(dir); err != nil {
		return Snapshot{}, err
	} else if !info.IsDir() {
		return Snapshot{}, fmt.Errorf("%s is not a folder", dir)
	}
	g := git.Dir{Path: dir}
	bare, err := g.Line(ctx, "rev-parse", "--is-bare-repository")
	switch {
	case isOutside(err):
		return own(dir, o)
	case err != nil:
		return Snapshot{}, err
	case bare == "true":
		return Snapshot{}, fmt.Errorf("%s: %w", dir, ErrBare)
	}
	if ignores(ctx, g, dir) {
		return own(dir, o)
	}
	return inside(ctx, dir)
}

// inside describes a folder in a working tree.
func inside(ctx context.Context, dir string) (Snapshot, error) {
	g := git.Dir{Path: dir}
	s := Snapshot{Dir: dir}
	var err error
	if s.Top, err = g.Line(ctx, "rev-parse", "--show-toplevel"); err != nil {
		return s, err
	}
	if s.Prefix, err = g.Line(ctx, "rev-parse", "--show-prefix"); err != nil {
		return s, err
	}
	s.Repository = s.Top
	return s, s.look(ctx)
}

// look finds out what is checked out.
func (s *Snapshot) look(ctx context.Context) error {
	var err error
	if s.Head, err = s.git().Head(ctx); err != nil {
		return err
	}
	if s.Branch, err = s.git().Line(ctx, "symbolic-ref", "-q", "--short", "HEAD"); git.CodeOf(err) == 1 {
		s.Branch, err = "", nil
	}
	if err != nil {
		return err
	}
	folder, err := s.git().Folder(ctx, "--git-dir")
	s.Underway = underway(folder)
	return err
}

// isOutside reports git's word that a folder is in no repository. Other failures, as of a repository that is another
// user's, are told.
func isOutside(err error) bool {
	f := (*git.Failure)(nil)
	return errors.As(err, &f) && strings.Contains(f.Said, "not a git repository (or any")
}

// ignores reports that the working tree which a folder lies in has nothing to do with it, as where a home folder is a
// repository.
func ignores(ctx context.Context, g git.Dir, dir string) bool {
	top, err := g.Line(ctx, "rev-parse", "--show-toplevel")
	if err != nil || top == dir {
		return false
	}
	return g.Run(ctx, nil, nil, "check-ignore", "-q", ".") == nil
}

// underway says which git operation is in progress in a working tree, by the files that git keeps meanwhile
// (wt-status.c).
func underway(folder string) string {
	for _, mark := range []struct{ file, name string }{
		{"MERGE_HEAD", "merge"}, {"rebase-merge", "rebase"}, {"rebase-apply", "rebase"},
		{"CHERRY_PICK_HEAD", "cherry-pick"}, {"REVERT_HEAD", "revert"},
	} {
		if exists(filepath.Join(folder, mark.file)) {
			return mark.name
		}
	}
	return ""
}

// sameFolder compares folders that may be named by different links.
func sameFolder(a, b string) bool {
	one, err := os.Stat(a)
	other, err2 := os.Stat(b)
	return errors.Join(err, err2) == nil && os.SameFile(one, other)
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}
