package worktree

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"os"
	"path/filepath"

	"stead/forks/worktree/git"
)

// errNoState says that a folder without git has no place for a repository.
var errNoState = errors.New("the folder is in no git repository, and there is no folder for one of stead's own")

// own describes a folder without git: what git needs to know of it is in a repository in stead's state folder, one for
// each such folder.
func own(dir string, o Options) (Snapshot, error) {
	if o.State == "" {
		return Snapshot{}, errNoState
	}
	real, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return Snapshot{}, err
	}
	sum := sha256.Sum256([]byte(real))
	s := Snapshot{Dir: real, Top: real, Own: true}
	s.Repository = filepath.Join(o.State, "repositories", hex.EncodeToString(sum[:8]))
	return s, nil
}

// aloneInOwn keeps others from making or dropping repositories meanwhile.
func (s Snapshot) aloneInOwn(ctx context.Context, do func() error) error {
	all := filepath.Dir(s.Repository)
	if err := os.MkdirAll(all, 0o700); err != nil {
		return err
	}
	return git.Locked(ctx, all, do)
}

// recordOwn is record in a repository of stead's own.
func (s *Snapshot) recordOwn(ctx context.Context, o Options) error {
	return s.aloneInOwn(ctx, func() error {
		if err := s.prepareOwn(ctx); err != nil {
			return err
		}
		return s.record(ctx, o)
	})
}

// prepareOwn makes the repository. Its setting says which folder it is of.
func (s Snapshot) prepareOwn(ctx context.Context) error {
	if err := os.MkdirAll(s.Repository, 0o700); err != nil {
		return err
	}
	if err := s.git().Run(ctx, nil, nil, "init", "-q", "--template="); err != nil {
		return err
	}
	return s.git().Run(ctx, nil, nil, "config", "core.worktree", s.Dir)
}

// dropOwn removes the repository when nothing is in it that somebody may still want: a ref, or a tree.
func (s Snapshot) dropOwn(ctx context.Context) error {
	return s.aloneInOwn(ctx, func() error { return s.dropUnused(ctx) })
}

func (s Snapshot) dropUnused(ctx context.Context) error {
	if !exists(s.Repository) {
		return nil
	}
	refs, err := s.git().Line(ctx, "for-each-ref", "--count=1")
	if err != nil || refs != "" {
		return err
	}
	if trees, _ := os.ReadDir(filepath.Join(s.Repository, "worktrees")); len(trees) > 0 {
		return nil
	}
	return os.RemoveAll(s.Repository)
}
