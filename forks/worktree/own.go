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

// ownRepository is such a repository.
type ownRepository struct {
	path, dir string // dir is the folder that it is of
	git       git.Dir
}

func ownOf(s Snapshot) ownRepository {
	return ownRepository{path: s.Repository, dir: s.Dir, git: s.git()}
}

// alone keeps others from making or dropping repositories meanwhile.
func (r ownRepository) alone(ctx context.Context, do func() error) error {
	all := filepath.Dir(r.path)
	if err := os.MkdirAll(all, 0o700); err != nil {
		return err
	}
	return git.Locked(ctx, all, do)
}

// recordOwn is record in a repository of stead's own.
func (s *Snapshot) recordOwn(ctx context.Context, o Options) error {
	r := ownOf(*s)
	return r.alone(ctx, func() error {
		if err := r.prepare(ctx); err != nil {
			return err
		}
		return s.record(ctx, o)
	})
}

// prepare makes the repository. Its setting says which folder it is of.
func (r ownRepository) prepare(ctx context.Context) error {
	if err := os.MkdirAll(r.path, 0o700); err != nil {
		return err
	}
	if err := r.git.Run(ctx, nil, nil, "init", "-q", "--template="); err != nil {
		return err
	}
	return r.git.Run(ctx, nil, nil, "config", "core.worktree", r.dir)
}

// drop removes the repository when nothing is in it that somebody may still want: a ref, or a tree.
func (r ownRepository) drop(ctx context.Context) error {
	return r.alone(ctx, func() error { return r.dropUnused(ctx) })
}

func (r ownRepository) dropUnused(ctx context.Context) error {
	if !exists(r.path) {
		return nil
	}
	refs, err := r.git.Line(ctx, "for-each-ref", "--count=1")
	if err != nil || refs != "" {
		return err
	}
	if trees, _ := os.ReadDir(filepath.Join(r.path, "worktrees")); len(trees) > 0 {
		return nil
	}
	return os.RemoveAll(r.path)
}
