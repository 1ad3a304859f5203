package chain

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"stead/forks/worktree"
)

// workspace is the folder in which a chain works, the user's or a worktree, with snapshots of it.
type workspace struct{ run *chainRun }

// forgetTree removes the worktree. It first commits uncommitted changes there to the branch.
func (w workspace) forgetTree(ctx context.Context, force bool) error {
	if w.run.chain.Tree == nil {
		return nil
	}
	_, missing := os.Stat(w.run.chain.Tree.Path)
	_, gone := os.Stat(w.run.chain.Start.Repository)
	switch {
	case missing != nil, gone != nil && force:
	case gone != nil:
		return fmt.Errorf("%w: %s is gone, so the changes in %s can no longer be committed", ErrLoss,
			w.run.chain.Start.Repository, w.run.chain.Tree.Path)
	default:
		if _, err := w.run.chain.Tree.Commit(ctx, "Keep the chain's remaining changes"); err != nil {
			return err
		}
	}
	return w.run.chain.Tree.Remove(ctx, true)
}

// forgetCopies removes the copies of the folder that have not received any work from other machines.
func (w workspace) forgetCopies(ctx context.Context) error {
	var err error
	for _, a := range w.run.chain.Attempts {
		if a.Away != nil {
			err = errors.Join(err, a.Away.Remove(ctx, false))
		}
	}
	return err
}

// forget removes the refs that keep the snapshots.
func (w workspace) forget() error {
	if w.run.chain.Start.Commit == "" {
		return nil
	}
	ctx := context.Background()
	err := w.run.chain.Start.Forget(ctx)
	for i := range w.run.chain.Attempts {
		for _, which := range []string{before, sent, after} {
			s := w.run.chain.Start
			s.Ref, s.Modules = "refs/stead/"+w.refOf(nameOf(i, which)), nil
			err = errors.Join(err, s.Forget(ctx))
		}
	}
	return err
}

// prepare takes the snapshot of the folder, and makes the worktree.
func (w workspace) prepare(ctx context.Context) (err error) {
	w.run.chain.Start, err = w.take(ctx, "start")
	if err != nil && (w.run.chain.Recipe.Worktree || ctx.Err() != nil) {
		return err
	}
	if err != nil {
		w.run.seen.Note(fmt.Sprintf("the steps' changes are not known, and no prompt can quote them: %v", err))
	}
	if w.run.chain.Recipe.Worktree {
		if err := w.addTree(ctx); err != nil {
			return err
		}
	}
	w.run.chain.Ready = true
	return w.run.save()
}

// addTree makes the chain's worktree from scratch, because a stead that was killed may have left half of one.
func (w workspace) addTree(ctx context.Context) error {
	half := worktree.Tree{Path: filepath.Join(w.run.engine.State, "worktrees", "chain-"+w.run.chain.ID),
		Branch: "stead/chain-" + w.run.chain.ID, Snapshot: w.run.chain.Start}
	if err := half.Remove(ctx, false); err != nil {
		return err
	}
	tree, err := w.run.chain.Start.Add(ctx, half.Path, half.Branch)
	if err != nil {
		return err
	}
	w.run.chain.Tree, w.run.chain.Dir = &tree, tree.Dir()
	return nil
}

// take takes a snapshot of the folder, under a name of the chain's own.
func (w workspace) take(ctx context.Context, name string) (worktree.Snapshot, error) {
	return worktree.Take(ctx, w.run.chain.Dir, worktree.Options{State: w.run.engine.State, Name: w.refOf(name)})
}

// refOf returns the name of a snapshot's ref. It differs from all branch names, because git takes stead/x for a branch
// as well as for refs/stead/x.
func (w workspace) refOf(name string) string { return "chains/" + w.run.chain.ID + "/" + name }

// Snapshots of an attempt.
const (
	before = "before"
	sent   = "sent" // to another machine
	after  = "after"
)

// nameOf names the snapshot of an attempt.
func nameOf(attempt int, which string) string { return fmt.Sprintf("%d-%s", attempt, which) }

// kept returns a commit that holds the folder. In a worktree of the chain's own, it is a commit of the worktree's
// branch.
func (w workspace) kept(ctx context.Context, a Attempt) (string, error) {
	if w.run.chain.Tree != nil {
		return w.run.chain.Tree.Commit(ctx, fmt.Sprintf("%s, by %s", a.Step, a.CLI))
	}
	s, err := w.take(ctx, nameOf(len(w.run.chain.Attempts)-1, after))
	return s.Commit, err
}
