package worktree

import (
	"context"
	"path"
	"path/filepath"
	"strings"

	"stead/forks/worktree/git"
)

// made lists the files that were made in a tree: neither tracked nor ignored, and no copies. Nothing bounds them, since
// work is not to be lost.
func (c committing) made(ctx context.Context, i git.Index) ([]string, error) {
	found, err := listUntracked(ctx, i, unbounded(""), c.tree.Path)
	if err != nil {
		return nil, err
	}
	files := found.files
	for _, folder := range found.repositories {
		if c.isModule(folder) {
			continue
		}
		inner, err := c.filesOf(ctx, folder)
		if err != nil {
			return nil, err
		}
		files = append(files, inner...)
	}
	return c.tree.withoutIncluded(ctx, files)
}

func (c committing) isModule(folder string) bool {
	for _, m := range c.tree.Snapshot.Modules {
		if c.tree.Snapshot.folder(m) == folder {
			return true
		}
	}
	return false
}

// filesOf lists the files of a repository in the tree, without those that it ignores.
func (c committing) filesOf(ctx context.Context, folder string) ([]string, error) {
	inner := git.Dir{Path: filepath.Join(c.tree.Path, filepath.FromSlash(folder))}
	names, err := inner.List(ctx, "ls-files", "-c", "-o", "-z", "--exclude-standard")
	files := make([]string, 0, len(names))
	for _, name := range names {
		if !strings.HasSuffix(name, "/") && exists(filepath.Join(inner.Path, name)) {
			files = append(files, path.Join(folder, name))
		}
	}
	return files, err
}
