package cli

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"path/filepath"
	"slices"

	"stead/forks/worktree"
	"stead/internal/adapter"
	"stead/runs"
)

// workplace is the worktree in which a fork works.
type workplace struct {
	worktree.Tree
}

// newWorkplace makes a worktree of a folder as it is, on a branch of its own.
func (a *app) newWorkplace(ctx context.Context, s *setup, dir string) (*workplace, error) {
	var random [3]byte
	rand.Read(random[:])
	id := hex.EncodeToString(random[:])
	name := "fork-" + id
	// The snapshot's ref is named otherwise than the branch: git takes refs/stead/x for "stead/x" before refs/heads/stead/x.
	snapshot, err := worktree.Take(ctx, dir, worktree.Options{State: s.config.Folders.State, Name: "forks/" + id})
	if err != nil {
		return nil, err
	}
	tree, err := snapshot.Add(ctx, filepath.Join(s.config.Folders.State, "worktrees", name), "stead/"+name)
	if err != nil {
		return nil, errors.Join(err, snapshot.Forget(context.WithoutCancel(ctx)))
	}
	a.tell("worktree   %s on branch %s", a.tilde(tree.Path), tree.Branch)
	return &workplace{tree}, nil
}

func (w *workplace) branch() string {
	if w == nil {
		return ""
	}
	return w.Branch
}

// isUsed reports whether a run works there, or has.
func (w *workplace) isUsed(s *setup) bool {
	all, err := s.runs.All()
	return err != nil || slices.ContainsFunc(all, func(r runs.Run) bool { return r.Dir == adapter.RealPath(w.Dir()) })
}

// end takes the worktree back when nothing came of the fork.
func (w *workplace) end(ctx context.Context, s *setup, err error) error {
	if w == nil || err == nil || w.isUsed(s) {
		return err
	}
	ctx = context.WithoutCancel(ctx)
	return errors.Join(err, w.Remove(ctx, false), w.Snapshot.Forget(ctx))
}
