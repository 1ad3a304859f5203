package chain

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"

	"stead/forks/worktree"
	"stead/orchestrator"
	"stead/orchestrator/ab"
	"stead/orchestrator/chain/recipe"
	"stead/orchestrator/session"
	"stead/runs"
)

// visit lets a CLI on another machine do a step, with a copy of the folder. The work then comes into the folder.
type visit struct {
	run  *chainRun
	step recipe.Step
}

// do runs the CLI there. A visit that a killed stead has begun, or that was lost, continues at the same place, so that
// its work is not done twice.
func (v visit) do(ctx context.Context, a *Attempt) (runs.Run, error) {
	if a.Away == nil {
		if err := v.settle(ctx, a); err != nil {
			return runs.Run{}, err
		}
		if a.Machine == "" {
			return work(v).do(ctx, a)
		}
	}
	if err := v.copy(ctx, a); err != nil {
		return runs.Run{}, err
	}
	run, err := v.run.engine.Elsewhere.Run(ctx, ab.Visit{Machine: a.Machine, Request: v.request(*a), Tree: *a.Away,
		Returns: true}, observer{seen: v.run.seen, step: v.step.Name})
	if home, ok := v.home(run); ok {
		return home, errors.Join(err, v.bring(ctx, a))
	}
	if errors.Is(err, ab.ErrLost) || errors.Is(err, session.ErrInterrupted) || ctx.Err() != nil {
		return runs.Run{}, err // it continues later
	}
	return runs.Run{}, errors.Join(err, v.forget(ctx, a, false))
}

// home returns the run's record on this machine, if the run has come home.
func (v visit) home(run runs.Run) (runs.Run, bool) {
	if run.ID == "" {
		return run, false
	}
	home, err := v.run.engine.Runs.Load(run.ID)
	return home, err == nil
}

// settle finds out on which machine the step runs: none for this one.
func (v visit) settle(ctx context.Context, a *Attempt) (err error) {
	if v.run.engine.Elsewhere == nil {
		return fmt.Errorf("this command cannot have %s work: it asks no other machine", v.step.On)
	}
	a.Machine, err = v.run.engine.Elsewhere.Rehearse(ctx, v.step.On, v.request(*a))
	return err
}

// request returns the request for the CLI there.
func (v visit) request(a Attempt) orchestrator.Request {
	r := work(v).request(a)
	r.Arguments = v.step.Args // the local configuration of the CLI stays here
	return r
}

// copy makes the copy of the folder that receives the work, unless it exists.
func (v visit) copy(ctx context.Context, a *Attempt) error {
	tree, err := v.planned(ctx, *a)
	if err != nil {
		return err
	}
	if _, err := os.Stat(tree.Path); err != nil || a.Away == nil {
		if err := tree.Remove(ctx, false); err != nil { // a stead that was killed may have left half of a copy
			return err
		}
		if tree, err = tree.Snapshot.Add(ctx, tree.Path, tree.Branch); err != nil {
			return err
		}
	}
	a.Away = &tree
	return v.run.save()
}

// planned returns the existing or future copy. The chain's whole folder travels, and the CLI works in the step's part
// of it.
func (v visit) planned(ctx context.Context, a Attempt) (worktree.Tree, error) {
	if a.Away != nil {
		return *a.Away, nil
	}
	number := len(v.run.chain.Attempts) - 1
	s, err := workspace{v.run}.take(ctx, nameOf(number, sent))
	if err != nil {
		return worktree.Tree{}, err
	}
	if within := path.Join(s.Prefix, filepath.ToSlash(v.step.Dir)); within != "" {
		s.Prefix = within + "/"
	}
	name := fmt.Sprintf("chain-%s-%d", v.run.chain.ID, number)
	return worktree.Tree{Path: filepath.Join(v.run.engine.State, "worktrees", name), Branch: "stead/" + name,
		Snapshot: s}, nil
}

// bring brings the work from there into the folder. If something is in its way, the work stays on a branch.
func (v visit) bring(ctx context.Context, a *Attempt) error {
	ctx = context.WithoutCancel(ctx)
	commit, err := a.Away.Commit(ctx, fmt.Sprintf("%s, by %s on %s", a.Step, a.CLI, a.Machine))
	if err == nil && commit != a.Away.Snapshot.Commit {
		_, err = a.Away.Snapshot.Apply(ctx, commit, nil)
	}
	if err != nil {
		err = fmt.Errorf("its work is on the branch %s, and could not come into the folder: %w", a.Away.Branch, err)
	}
	return errors.Join(err, v.forget(ctx, a, err != nil))
}

// forget removes the copy of the folder, which is no longer needed.
func (v visit) forget(ctx context.Context, a *Attempt, keepBranch bool) error {
	tree := *a.Away
	a.Away = nil
	return tree.Remove(context.WithoutCancel(ctx), keepBranch)
}
