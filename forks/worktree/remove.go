package worktree

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"stead/forks/worktree/git"
	"stead/internal/sys/regular"
)

// Remove removes the tree with all that is in it and, unless it is to be kept, its branch. It may be half made or half
// removed: what is not there is none to remove. What was not committed is lost.
func (t Tree) Remove(ctx context.Context, keepBranch bool) error {
	if err := t.remove(ctx, keepBranch); err != nil {
		return fmt.Errorf("remove the worktree %s: %w", t.Path, err)
	}
	return nil
}

func (t Tree) remove(ctx context.Context, keepBranch bool) error {
	var failures []error
	for _, m := range t.modules() {
		failures = append(failures, m.remove(ctx, keepBranch))
	}
	failures = append(failures, removeAll(t.Path))
	if exists(t.Snapshot.Repository) {
		failures = append(failures, t.Snapshot.git().Alone(ctx, func() error { return t.forget(ctx, keepBranch) }))
	}
	return errors.Join(failures...)
}

func (t Tree) forget(ctx context.Context, keepBranch bool) error {
	err := t.unregister(ctx)
	if !keepBranch {
		err = errors.Join(err, t.deleteBranch(ctx))
	}
	return err
}

// unregister removes what the repository knows of the tree (gitrepository-layout(5)). git's own prune would do so for
// worktrees of the user's as well that are on a disk which is not there just now.
func (t Tree) unregister(ctx context.Context) error {
	registered, err := registered(ctx, t.Snapshot.git())
	if err != nil {
		return err
	}
	for folder, path := range registered {
		if path == t.Path {
			return os.RemoveAll(folder)
		}
	}
	return nil
}

// registered returns where a repository's linked worktrees are, by the folders in which it keeps what it knows of them.
func registered(ctx context.Context, g git.Dir) (map[string]string, error) {
	common, err := g.Folder(ctx, "--git-common-dir")
	if err != nil {
		return nil, err
	}
	folders, err := filepath.Glob(filepath.Join(escapeGlob(common), "worktrees", "*"))
	paths := make(map[string]string, len(folders))
	for _, folder := range folders {
		data, err := regular.ReadFile(filepath.Join(folder, "gitdir"))
		if err != nil {
			continue // it is being made or removed
		}
		path := strings.TrimSuffix(string(data), "\n")
		if !filepath.IsAbs(path) { // git 2.48, worktree.useRelativePaths
			path = filepath.Join(folder, path)
		}
		paths[folder] = filepath.Dir(path)
	}
	return paths, err
}

// deleteBranch deletes the tree's branch, and does not rewrite the repository's settings meanwhile, as git branch -d
// does.
func (t Tree) deleteBranch(ctx context.Context) error {
	tip, err := t.tip(ctx)
	if err != nil || tip == "" {
		return err
	}
	ref := "refs/heads/" + t.Branch
	elsewhere, err := t.Snapshot.git().Line(ctx, "for-each-ref", "--format=%(worktreepath)", ref)
	if err == nil && elsewhere != "" {
		err = fmt.Errorf("the branch %s is checked out in %s", t.Branch, elsewhere)
	}
	if err != nil {
		return err
	}
	return t.Snapshot.git().Run(ctx, nil, nil, "update-ref", "-d", ref)
}

// removeAll removes a folder, also when there are folders in it that nobody may write into, as in Go's module cache.
func removeAll(path string) error {
	if os.RemoveAll(path) == nil {
		return nil
	}
	_ = filepath.WalkDir(path, func(path string, entry fs.DirEntry, err error) error {
		if entry != nil && entry.IsDir() {
			_ = os.Chmod(path, 0o700)
		}
		return nil
	})
	return os.RemoveAll(path)
}

func escapeGlob(path string) string {
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`).Replace(path)
}
