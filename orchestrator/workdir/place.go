package workdir

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"path/filepath"
	"slices"

	"stead/adapters/adapter"
	"stead/forks/worktree"
	"stead/runs"
)

// Place is the worktree in which a fork or a run works. A nil one is none: the work is done in the user's folder.
type Place struct {
	// Tree is the worktree.
	Tree worktree.Tree
}

// NewPlace makes a worktree of a folder as it is, on a branch of its own. Kind, fork or run, begins the names of both.
// State is the folder for what stead makes itself. Errors: those of [worktree.Take] and [worktree.Snapshot.Add].
func NewPlace(ctx context.Context, state, folder, kind string) (*Place, error) {
	var random [3]byte
	rand.Read(random[:])
	id := hex.EncodeToString(random[:])
	name := kind + "-" + id
	// The snapshot's ref is named otherwise than the branch: git takes refs/stead/x for "stead/x" before
	// refs/heads/stead/x.
	snapshot, err := worktree.Take(ctx, folder, worktree.Options{State: state, Name: kind + "s/" + id})
	if err != nil {
		return nil, err
	}
	tree, err := snapshot.Add(ctx, filepath.Join(state, "worktrees", name), "stead/"+name)
	if err != nil {
		return nil, errors.Join(err, snapshot.Forget(context.WithoutCancel(ctx)))
	}
	return &Place{tree}, nil
}

// Branch is the worktree's branch; empty for no worktree.
func (p *Place) Branch() string {
	if p == nil {
		return ""
	}
	return p.Tree.Branch
}

// Settle takes the worktree back when the work has failed with an error and no run of these has worked there. It
// returns the error, with what kept it from doing so.
func (p *Place) Settle(ctx context.Context, all runs.Folder, failed error) error {
	if p == nil || failed == nil || p.isUsed(all) {
		return failed
	}
	ctx = context.WithoutCancel(ctx)
	return errors.Join(failed, p.Tree.Remove(ctx, false), p.Tree.Snapshot.Forget(ctx))
}

// isUsed reports whether a run works there, or has.
func (p *Place) isUsed(all runs.Folder) bool {
	records, err := all.All()
	return err != nil || slices.ContainsFunc(records, func(r runs.Run) bool {
		return r.Dir == adapter.RealPath(p.Tree.Dir())
	})
}
