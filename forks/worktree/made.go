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
func (t Tree) made(ctx context.Context, i git.Index) ([]string, error) {
	found, err := listUntracked(ctx, i, unbounded(""), t.Path)
	if err != nil {
		return nil, err
	}
	files := found.files
	for _, folder := range found.repositories {
		if t.isModule(folder) {
			continue
		}
		inner, err := t.filesOf(ctx, folder)
		if err != nil {
			return nil, err
		}
		files = append(files, inner...)
	}
	return t.withoutIncluded(ctx, files)
}

func (t Tree) isModule(folder string) bool {
	for _, m := range t.Snapshot.Modules {
		if t.Snapshot.folder(m) == folder {
			return true
		}
	}
	return false
}

// filesOf lists the files of a repository in the tree, without those that it ignores.
func (t Tree) filesOf(ctx context.Context, folder string) ([]string, error) {
	inner := git.Dir{Path: filepath.Join(t.Path, filepath.FromSlash(folder))}
	names, err := inner.List(ctx, "ls-files", "-c", "-o", "-z", "--exclude-standard")
	files := make([]string, 0, len(names))
	for _, name := range names {
		if !strings.HasSuffix(name, "/") && exists(filepath.Join(inner.Path, name)) {
			files = append(files, path.Join(folder, name))
		}
	}
	return files, err
}
