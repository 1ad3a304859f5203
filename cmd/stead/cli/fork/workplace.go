package fork

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"path/filepath"
	"slices"

	"stead/cmd/stead/cli/setup"
	"stead/forks/worktree"
	"stead/internal/adapter"
	"stead/runs"
)

// workplace is the worktree in which a fork works.
type workplace struct {
	tree worktree.Tree
}

// newWorkplace makes a worktree of a folder as it is, on a branch of its own.
func newWorkplace(ctx context.Context, p *setup.Process, s *setup.Setup, dir string) (*workplace, error) {
	var random [3]byte
	rand.Read(random[:])
	id := hex.EncodeToString(random[:])
	name := "fork-" + id
	// The snapshot's ref is named otherwise than the branch: git takes refs/stead/x for "stead/x" before refs/heads/stead/x.
	snapshot, err := worktree.Take(ctx, dir, worktree.Options{State: s.Config.Folders.State, Name: "forks/" + id})
	if err != nil {
		return nil, err
	}
	tree, err := snapshot.Add(ctx, filepath.Join(s.Config.Folders.State, "worktrees", name), "stead/"+name)
	if err != nil {
		return nil, errors.Join(err, snapshot.Forget(context.WithoutCancel(ctx)))
	}
	p.Term.Message("worktree   %s on branch %s", p.Tilde(tree.Path), tree.Branch)
	return &workplace{tree}, nil
}

func (w *workplace) branch() string {
	if w == nil {
		return ""
	}
	return w.tree.Branch
}

// isUsed reports whether a run works there, or has.
func (w *workplace) isUsed(s *setup.Setup) bool {
	all, err := s.Runs.All()
	return err != nil || slices.ContainsFunc(all, func(r runs.Run) bool { return r.Dir == adapter.RealPath(w.tree.Dir()) })
}

// end takes the worktree back when nothing came of the fork.
func (w *workplace) end(ctx context.Context, s *setup.Setup, err error) error {
	if w == nil || err == nil || w.isUsed(s) {
		return err
	}
	ctx = context.WithoutCancel(ctx)
	return errors.Join(err, w.tree.Remove(ctx, false), w.tree.Snapshot.Forget(ctx))
}
