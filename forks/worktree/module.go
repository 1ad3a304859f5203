package worktree

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"

	"stead/forks/worktree/git"
	"stead/internal/sys/dirs"
)

// takeModules takes a snapshot of each repository inside of the working tree, and points to it in the index. Submodules
// that are not checked out have none: their folders are empty in the trees, too.
func (s *Snapshot) takeModules(ctx context.Context, i git.Index, folders []string, o Options) error {
	slices.Sort(folders)
	for _, folder := range slices.Compact(folders) {
		top := filepath.Join(s.Top, filepath.FromSlash(folder))
		if !dirs.IsRepository(top) || s.isSibling(ctx, top) {
			continue
		}
		m, err := take(ctx, top, Options{State: o.State, Name: o.Name, MaxFiles: o.MaxFiles, MaxBytes: o.MaxBytes})
		s.Modules = append(s.Modules, m)
		if err != nil {
			return err
		}
		if err := i.Link(ctx, folder, m.Commit); err != nil {
			return err
		}
	}
	return nil
}

// isSibling reports a linked worktree of the same repository, which some keep in a folder of it. It is no part of the
// project.
func (s *Snapshot) isSibling(ctx context.Context, top string) bool {
	if s.Own {
		return false
	}
	its, err := git.Dir{Path: top}.Folder(ctx, "--git-common-dir")
	ours, err2 := s.git().Folder(ctx, "--git-common-dir")
	return errors.Join(err, err2) == nil && sameFolder(its, ours)
}

// modules are the trees of the modules in a tree. Each has a branch with its folder's name in it, since two modules may
// be worktrees of one repository.
func (t Tree) modules() []Tree {
	modules := make([]Tree, 0, len(t.Snapshot.Modules))
	for _, m := range t.Snapshot.Modules {
		folder := t.Snapshot.folder(m)
		modules = append(modules, Tree{
			Path: filepath.Join(t.Path, filepath.FromSlash(folder)), Branch: t.Branch + "-" + branchName(folder), Snapshot: m,
		})
	}
	return modules
}

// branchName makes of a folder's name what may stand in a branch's (git check-ref-format).
func branchName(folder string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '_':
			return r
		}
		return '-'
	}, folder)
}
