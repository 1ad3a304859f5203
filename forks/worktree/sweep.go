package worktree

import (
	"context"
	"errors"
	"path/filepath"
)

// Sweep removes the worktrees of a repository that are below a folder and that nobody owns any more, as of a process that was killed. It returns
// their paths. Branches stay: Remove deletes them where the tree is known.
func Sweep(ctx context.Context, repository, folder string, owned func(path string) bool) ([]string, error) {
	registered, err := at(ctx, repository).registered(ctx)
	if err != nil {
		return nil, err
	}
	var swept []string
	var failures []error
	for _, path := range registered {
		relative, err := filepath.Rel(folder, path)
		if err != nil || !filepath.IsLocal(relative) || relative == "." || owned(path) {
			continue
		}
		t := Tree{Path: path, Snapshot: Snapshot{Repository: repository, Top: repository}}
		failures = append(failures, t.Remove(ctx, true))
		swept = append(swept, path)
	}
	return swept, errors.Join(failures...)
}
