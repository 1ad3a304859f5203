package model

import (
	"context"
	"fmt"

	"stead/adapters/adapter"
	"stead/forks/worktree"
	"stead/internal/render/changes"
	"stead/orchestrator/chain"
)

// Diff is what was changed in files between two commits.
type Diff = changes.Changes

// diffBounds are how much is shown of a difference.
var diffBounds = changes.Bounds{Lines: 2000, Files: 500, Bytes: 2 << 20}

// ContestDiff returns what a contestant, by its name or number, has changed since the contest began. Errors are those
// of [Records.Contest], ab.ErrNobody, and what wraps ErrState for one that left no work, or whose work is gone.
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

// ChainDiff returns what an attempt at a step has changed: the one of a number, or the last one for 0. Errors are those
// of [Records.Chain], and what wraps adapter.ErrNotFound, or ErrState for an attempt of whose changes nothing is known.
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
			"what step %q has changed is not known: it works, or its folder could not be recorded", step))
	}
	return between(ctx, c.Start.Repository, a.Before, a.After)
}

// attemptOf returns an attempt at a step: the last one for 0.
func attemptOf(c chain.Chain, step string, number int) (found chain.Attempt, err error) {
	for _, a := range c.Attempts {
		if a.Step == step && (number == 0 || a.Number == number) {
			found = a
		}
	}
	if found.Step == "" {
		err = fmt.Errorf("%w: chain %s has no such attempt at a step %q", adapter.ErrNotFound, c.ID, step)
	}
	return found, err
}

// between asks git. Whatever it says, the server has not failed: the folder or its commits are gone.
func between(ctx context.Context, repository, from, to string) (Diff, error) {
	r := changes.NewReader(diffBounds)
	if err := worktree.Diff(ctx, repository, from, to, r); err != nil {
		return Diff{}, OfState(err)
	}
	return r.Changes(), nil
}
