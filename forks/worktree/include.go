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
	"stead/internal/regular"
)

// includeFile names ignored files that every worktree needs. Claude Code 2.1 reads the same.
const includeFile = ".worktreeinclude"

// include copies the ignored files that are to be in the tree, and remembers which these were.
func (t Tree) include(ctx context.Context) error {
	paths, err := t.Snapshot.included(ctx, t)
	if err != nil || len(paths) == 0 {
		return err
	}
	list, err := t.includedFile(ctx)
	if err != nil {
		return err
	}
	if err := os.WriteFile(list, []byte(strings.Join(paths, "\x00")), 0o600); err != nil {
		return err
	}
	return copyFiles(ctx, t.Snapshot.Top, t.Path, paths)
}

// included lists what matches the patterns in the user's working tree and is not in the tree: a snapshot has all that is not ignored. Ignored
// repositories have a slash at their end.
func (s Snapshot) included(ctx context.Context, t Tree) ([]string, error) {
	arguments := []string{"ls-files", "-o", "-i", "-z"}
	patterns := len(s.Include)
	if file := filepath.Join(s.Top, includeFile); exists(file) {
		patterns++
		arguments = append(arguments, "-X", file)
	}
	for _, pattern := range s.Include {
		arguments = append(arguments, "-x", pattern)
	}
	if patterns == 0 {
		return nil, nil
	}
	i, err := t.git().CopyIndex(ctx)
	if err != nil {
		return nil, err
	}
	defer i.Remove()
	g := s.git()
	g.Index = i.Git.Index
	return g.List(ctx, arguments...)
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
