package chain

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"stead/forks/worktree"
)

// forgetTree removes the worktree. What is not committed there is first, on the branch.
func (c *chainRun) forgetTree(ctx context.Context, force bool) error {
	if c.chain.Tree == nil {
		return nil
	}
	_, missing := os.Stat(c.chain.Tree.Path)
	_, gone := os.Stat(c.chain.Start.Repository)
	switch {
	case missing != nil, gone != nil && force:
	case gone != nil:
		return fmt.Errorf("%w: %s is gone, so the changes in %s can no longer be committed", ErrLoss, c.chain.Start.Repository, c.chain.Tree.Path)
	default:
		if _, err := c.chain.Tree.Commit(ctx, "Keep the chain's remaining changes"); err != nil {
			return err
		}
	}
	return c.chain.Tree.Remove(ctx, true)
}

// forget lets go what keeps the snapshots.
func (c *chainRun) forget() error {
	if c.chain.Start.Commit == "" {
		return nil
	}
	ctx := context.Background()
	err := c.chain.Start.Forget(ctx)
	for i := range c.chain.Attempts {
		for _, which := range []string{before, after} {
			s := c.chain.Start
			s.Ref, s.Modules = "refs/stead/"+c.refOf(nameOf(i, which)), nil
			err = errors.Join(err, s.Forget(ctx))
		}
	}
	return err
}

// prepare takes the snapshot of the folder, and makes the worktree.
func (c *chainRun) prepare(ctx context.Context) (err error) {
	c.chain.Start, err = c.take(ctx, "start")
	if err != nil && (c.chain.Recipe.Worktree || ctx.Err() != nil) {
		return err
	}
	if err != nil {
		c.seen.Note(fmt.Sprintf("the steps' changes are not known, and no prompt can quote them: %v", err))
	}
	if c.chain.Recipe.Worktree {
		if err := c.addTree(ctx); err != nil {
			return err
		}
	}
	c.chain.Ready = true
	return c.save()
}

// addTree makes the chain's worktree anew: who was killed may have left half of one.
func (c *chainRun) addTree(ctx context.Context) error {
	half := worktree.Tree{Path: filepath.Join(c.State, "worktrees", "chain-"+c.chain.ID), Branch: "stead/chain-" + c.chain.ID, Snapshot: c.chain.Start}
	if err := half.Remove(ctx, false); err != nil {
		return err
	}
	tree, err := c.chain.Start.Add(ctx, half.Path, half.Branch)
	if err != nil {
		return err
	}
	c.chain.Tree, c.chain.Dir = &tree, tree.Dir()
	return nil
}

// take takes a snapshot of the folder, under a name of the chain's own.
func (c *chainRun) take(ctx context.Context, name string) (worktree.Snapshot, error) {
	return worktree.Take(ctx, c.chain.Dir, worktree.Options{State: c.State, Name: c.refOf(name)})
}

// refOf names a snapshot's ref. It is no branch's name: what git is told as stead/x may be a branch, and refs/stead/x.
func (c *chainRun) refOf(name string) string { return "chains/" + c.chain.ID + "/" + name }

// Snapshots of an attempt.
const (
	before = "before"
	after  = "after"
)

// nameOf names the snapshot of an attempt.
func nameOf(attempt int, which string) string { return fmt.Sprintf("%d-%s", attempt, which) }
