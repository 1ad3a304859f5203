package model

import (
	"context"
	"fmt"
	"io"
	"slices"

	"stead/adapters/adapter"
	"stead/forks/worktree"
	"stead/internal/render/changes"
	"stead/orchestrator/chain"
)

// Diff is the change in files between two commits.
type Diff = changes.Changes

// diffBounds limits how much of a difference is shown.
var diffBounds = changes.Bounds{Lines: 2000, Files: 500, Bytes: 2 << 20}

// Work is what was changed in the folder of a run since it began.
type Work struct {
	Diff
	Base  string `json:"base,omitempty" doc:"the commit that the folder is compared with; none before the first commit"`
	Began bool   `json:"began,omitempty" doc:"that commit was checked out when the run began; otherwise it is checked out now"`
}

// Work returns what was changed in the folder of a run since it began, by the run or by others. Errors are those of
// [runs.Folder.Find], and errors that wrap ErrState for a folder that git does not know, that is gone or too large.
func (rs Records) Work(ctx context.Context, id string) (Work, error) {
	r, done, err := rs.options.Work(ctx, id)
	switch {
	case err != nil && r.ID == "":
		return Work{}, err
	case err != nil:
		return Work{}, OfState(err)
	}
	shown := changes.NewReader(diffBounds)
	if _, err := io.WriteString(shown, done.Diff); err != nil {
		return Work{}, err
	}
	w := Work{Diff: shown.Changes(), Base: done.Base, Began: done.Began}
	w.complete(done.Changes)
	return w, nil
}

// complete corrects the numbers: the end of a long diff is cut off.
func (w *Work) complete(all []worktree.Change) {
	w.Left = len(all) - len(w.Files)
	for i := range w.Files {
		f := &w.Files[i]
		at := slices.IndexFunc(all, func(c worktree.Change) bool { return c.Path == f.Path })
		if at >= 0 {
			f.More += all[at].Added + all[at].Deleted - f.Added - f.Deleted
			f.Added, f.Deleted = all[at].Added, all[at].Deleted
		}
	}
}

// ContestDiff returns what a contestant has changed since the contest began. Name is the contestant's name or number.
// Errors are those of [Records.Contest], ab.ErrNobody, and errors that wrap ErrState if the contestant left no work, or
// its work is gone.
func (rs Records) ContestDiff(ctx context.Context, id, name string) (Diff, error) {
	c, err := rs.Contest(id)
	if err != nil {
		return Diff{}, err
	}
	if _, err := c.Find(name); err != nil {
		return Diff{}, err
	}
	from, to, err := c.Difference(name)
	if err != nil {
		return Diff{}, OfState(err)
	}
	return between(ctx, c.Snapshot.Repository, from, to)
}

// ChainDiff returns what an attempt at a step has changed. Number selects the attempt; 0 is the last one. Errors are
// those of [Records.Chain], and errors that wrap adapter.ErrNotFound, or ErrState for an attempt whose changes are not
// known.
func (rs Records) ChainDiff(ctx context.Context, id, step string, number int) (Diff, error) {
	c, err := rs.Chain(id)
	if err != nil {
		return Diff{}, err
	}
	a, err := attemptOf(c, step, number)
	if err != nil {
		return Diff{}, err
	}
	if a.Before == "" || a.After == "" {
		return Diff{}, OfState(fmt.Errorf(
			"the changes of step %q are unknown: it is still working, or its folder could not be recorded", step))
	}
	return between(ctx, c.Start.Repository, a.Before, a.After)
}

// attemptOf returns an attempt at a step, by its number. 0 is the last one.
func attemptOf(c chain.Chain, step string, number int) (found chain.Attempt, err error) {
	for _, a := range c.Attempts {
		if a.Step == step && (number == 0 || a.Number == number) {
			found = a
		}
	}
	if found.Step == "" {
		err = fmt.Errorf("%w: chain %s has no such attempt at step %q", adapter.ErrNotFound, c.ID, step)
	}
	return found, err
}

// between asks git for the difference. All its errors wrap ErrState, because the server has not failed: the folder or
// its commits are gone.
func between(ctx context.Context, repository, from, to string) (Diff, error) {
	r := changes.NewReader(diffBounds)
	if err := worktree.Diff(ctx, repository, from, to, r); err != nil {
		return Diff{}, OfState(err)
	}
	return r.Changes(), nil
}
