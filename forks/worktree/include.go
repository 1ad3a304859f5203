package worktree

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"stead/forks/worktree/git"
	"stead/internal/sys/regular"
)

// includeFile names ignored files that every worktree needs. Claude Code 2.1 reads the same.
const includeFile = ".worktreeinclude"

// include copies the ignored files that are to be in the tree, and remembers which these were. Those of another machine
// are brought by others.
func (t Tree) include(ctx context.Context) error {
	patterns := t.Snapshot.patterns()
	if len(patterns) == 0 || t.Snapshot.Brought {
		return nil
	}
	i, err := t.git().CopyIndex(ctx)
	if err != nil {
		return err
	}
	defer i.Remove()
	paths, err := patterns.matching(ctx, t.Snapshot.git(), i)
	if err != nil || len(paths) == 0 {
		return err
	}
	if err := t.NoteIncluded(ctx, paths); err != nil {
		return err
	}
	return copyFiles(ctx, t.Snapshot.Top, t.Path, paths)
}

// NoteIncluded remembers which files of the tree are copies of ignored ones, so that [Tree.Commit] leaves them out.
// Paths are relative to the tree's.
func (t Tree) NoteIncluded(ctx context.Context, paths []string) error {
	list, err := t.includedFile(ctx)
	if err != nil {
		return err
	}
	return os.WriteFile(list, []byte(strings.Join(paths, "\x00")), 0o600)
}

// Included lists the ignored files of which each tree gets a copy, relative to Top. Repositories have a slash at their
// end. Those of modules are listed by the modules' snapshots.
func (s Snapshot) Included(ctx context.Context) ([]string, error) {
	patterns := s.patterns()
	if len(patterns) == 0 {
		return nil, nil
	}
	i, err := s.git().NewIndex()
	if err != nil {
		return nil, err
	}
	defer i.Remove()
	if err := i.Read(ctx, s.Commit); err != nil {
		return nil, err
	}
	return patterns.matching(ctx, s.git(), i)
}

// patterns are git's options that name the ignored files to be copied.
type patterns []string

func (s Snapshot) patterns() (options patterns) {
	if file := filepath.Join(s.Top, includeFile); exists(file) {
		options = append(options, "-X", file)
	}
	for _, pattern := range s.Include {
		options = append(options, "-x", pattern)
	}
	return options
}

// matching lists what matches the patterns in the user's working tree and is not in the index of a tree: a snapshot has
// all that is not ignored.
func (p patterns) matching(ctx context.Context, g git.Dir, i git.Index) ([]string, error) {
	g.Index = i.Git.Index
	return g.List(ctx, append([]string{"ls-files", "-o", "-i", "-z"}, p...)...)
}

// includedFile is where the list is kept: with what git knows of the tree, which is gone with it.
func (t Tree) includedFile(ctx context.Context) (string, error) {
	folder, err := t.git().Folder(ctx, "--git-dir")
	return filepath.Join(folder, "stead-included"), err
}

// withoutIncluded leaves out the copies, should they not be ignored any more.
func (t Tree) withoutIncluded(ctx context.Context, files []string) ([]string, error) {
	list, err := t.includedFile(ctx)
	if err != nil {
		return nil, err
	}
	data, err := regular.ReadFile(list)
	if errors.Is(err, fs.ErrNotExist) {
		return files, nil
	}
	copies := map[string]bool{}
	for _, path := range git.Fields(string(data)) {
		copies[path] = true
	}
	return slices.DeleteFunc(files, func(file string) bool { return copies[file] }), err
}
