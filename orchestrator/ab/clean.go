package ab

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"stead/forks/worktree"
	"stead/runs"
)

// Errors of a cleaning that must wait, or that would lose work.
var (
	// ErrGoesOn: the contest has not ended.
	ErrGoesOn = errors.New("the contest is still active")
	// ErrUnpicked: there are branches with work that was not picked.
	ErrUnpicked = errors.New("work that was not picked would be lost")
)

// Cleaning says what is removed besides the copies of the user's folder.
type Cleaning struct {
	// Branches removes the branches, too, and with them their work. Work that was not picked is removed only with Force.
	Branches, Force bool
}

// Clean removes what a contest has left: the copies of the user's folder and, on request, the branches; then also the
// refs that kept the snapshot. It ignores copies that are missing or incomplete. The record and the runs stay. Errors:
// ErrGoesOn, ErrUnpicked.
func (r *Runner) Clean(ctx context.Context, c Contest, how Cleaning) (Contest, error) {
	if c.Alive() {
		return c, fmt.Errorf("clean contest %s: %w", c.ID, ErrGoesOn)
	}
	if names := c.unpicked(); how.Branches && !how.Force && len(names) > 0 {
		return c, fmt.Errorf("clean contest %s: %w: that of %s", c.ID, ErrUnpicked, strings.Join(names, ", "))
	}
	if err := c.keepWhatIsOpen(ctx, how); err != nil {
		return c, fmt.Errorf("clean contest %s: %w", c.ID, err)
	}
	var failed error
	for i := range c.Contestants {
		failed = errors.Join(failed, c.Contestants[i].clean(ctx, c.Snapshot, !how.Branches))
	}
	_ = os.Remove(filepath.Join(r.Trees, "ab-"+c.ID)) // only if it is empty
	if !c.HasCopies() {
		failed = errors.Join(failed, c.Snapshot.Forget(ctx))
	}
	return c, errors.Join(failed, r.Contests.Save(c))
}

// unpicked names the contestants with changes that would be lost with their branch.
func (c Contest) unpicked() (names []string) {
	for _, one := range c.Contestants {
		picked := c.Picked != nil && c.Picked.Name == one.Name
		if one.Branch != "" && !picked && one.Files > 0 {
			names = append(names, one.Name)
		}
	}
	return names
}

// keepWhatIsOpen commits changes in copies since their last commit, made by a contestant whose stead was killed or by
// the user. Otherwise they would be lost with the copies.
func (c *Contest) keepWhatIsOpen(ctx context.Context, how Cleaning) error {
	if how.Branches && how.Force {
		return nil
	}
	if _, err := os.Stat(c.Snapshot.Repository); c.HasCopies() && errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%w: %s is gone, so the changes in its copies can no longer be committed", ErrUnpicked,
			c.Snapshot.Repository)
	}
	for i := range c.Contestants {
		one := &c.Contestants[i]
		if _, err := os.Stat(filepath.Join(one.Tree, ".git")); one.Tree == "" || err != nil {
			continue // there is no complete copy
		}
		commit, err := one.tree(c.Snapshot).Commit(ctx, "Work of "+one.Name+" in contest "+c.ID)
		if err != nil {
			return err
		}
		changes, err := worktree.Changes(ctx, c.Snapshot.Repository, c.Snapshot.Commit, commit)
		if err != nil {
			return err
		}
		one.made(commit, changes)
	}
	return nil
}

// clean removes a contestant's copy, and also its branch unless that is kept.
func (c *Contestant) clean(ctx context.Context, s worktree.Snapshot, keepBranch bool) error {
	if c.Tree == "" && c.Branch == "" {
		return nil
	}
	if err := c.tree(s).Remove(ctx, keepBranch); err != nil {
		return err
	}
	c.Tree = ""
	if !keepBranch {
		c.Branch = ""
	}
	return nil
}

// HasCopies reports whether the contest still has copies. As long as it has, the snapshot is needed; afterwards the
// branches hold it as well.
func (c Contest) HasCopies() bool {
	return slices.ContainsFunc(c.Contestants, func(one Contestant) bool { return one.Tree != "" })
}

// HasBranches reports whether there may be branches of the contest.
func (c Contest) HasBranches() bool {
	return slices.ContainsFunc(c.Contestants, func(one Contestant) bool { return one.Branch != "" })
}

func (c Contestant) tree(s worktree.Snapshot) worktree.Tree {
	return worktree.Tree{Path: c.Tree, Branch: c.Branch, Snapshot: s}
}

// Stop ends an active contest, as an interruption by the user does, and waits until it has ended. Stopping an ended
// contest is not an error.
func (f Folder) Stop(ctx context.Context, c Contest) error {
	if !c.Alive() {
		return nil
	}
	if err := f.runs.End(ctx, runs.Run{ID: c.ID, Status: runs.Running, Supervisor: c.Supervisor}); err != nil {
		return fmt.Errorf("stop contest %s: %w", c.ID, err)
	}
	return nil
}
