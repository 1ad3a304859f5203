package ab

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"stead/forks/worktree"
	"stead/internal/sys/process"
	"stead/orchestrator"
	"stead/orchestrator/session"
	"stead/runs"
)

// contend takes a contestant through the contest. A failure belongs to the contestant, and is in its record.
func (c *contestRun) contend(ctx context.Context, i int) {
	err := c.update(i, func(one *Contestant) { one.State, one.Started = Preparing, c.Orchestrator.Host.Now().UTC() })
	if err == nil {
		err = c.work(ctx, i)
	}
	c.note(c.update(i, func(one *Contestant) { one.settle(err, c.plan.Request.Budget.Time) }))
}

// work makes the contestant's copy of the folder, runs its CLI there, and keeps the result.
func (c *contestRun) work(ctx context.Context, i int) error {
	one := c.contestant(i)
	tree, err := c.contest.Snapshot.Add(ctx, one.Tree, one.Branch)
	if err != nil {
		c.note(c.update(i, func(one *Contestant) { one.Tree, one.Branch = "", "" }))
		return fmt.Errorf("copy the folder: %w", err)
	}
	if err := c.update(i, func(one *Contestant) { one.State = Working }); err != nil {
		return err
	}
	run, failed := c.run(ctx, i, tree)
	// Its work so far is kept, however it ended.
	kept := c.keep(context.WithoutCancel(ctx), i, tree, run)
	if failed != nil || kept != nil {
		return errors.Join(failed, kept)
	}
	return c.check(ctx, i, tree.Dir())
}

// run runs the contestant's CLI on its machine.
func (c *contestRun) run(ctx context.Context, i int, tree worktree.Tree) (runs.Run, error) {
	one := c.contestant(i)
	request := c.plan.request(one, tree.Dir(), runs.Part{Of: c.contest.Reference(), Name: one.Name, Attempt: 1})
	seen := &observer{contestRun: c, index: i, name: one.Name}
	if one.Machine != "" {
		return c.Elsewhere.Run(ctx, Visit{Machine: one.Machine, Request: request, Tree: tree}, seen)
	}
	return c.runHere(ctx, request, seen)
}

// runHere runs a contestant's CLI on this machine.
func (c *contestRun) runHere(ctx context.Context, request orchestrator.Request, seen *observer) (runs.Run, error) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	ended := func(runs.Run, error) {}
	if c.Alongside != nil {
		seen.alongside, ended = c.Alongside(stop)
	}
	run, err := c.Orchestrator.Run(ctx, request, seen)
	ended(run, err)
	if run.ID != "" {
		// The journal has everything; a contest of hundreds keeps only the active contestants in memory.
		err = errors.Join(err, c.Orchestrator.Live.Remove(run.ID))
	}
	return run, err
}

// keep commits the contestant's work, and counts it.
func (c *contestRun) keep(ctx context.Context, i int, tree worktree.Tree, run runs.Run) error {
	commit, err := tree.Commit(ctx, c.message(i))
	var changes []worktree.Change
	if err == nil {
		changes, err = worktree.Changes(ctx, tree.Snapshot.Repository, tree.Snapshot.Commit, commit)
	}
	return errors.Join(err, c.update(i, func(one *Contestant) {
		if run.ID != "" {
			one.take(run)
		}
		one.made(commit, changes)
	}))
}

// made records what the contestant has changed.
func (c *Contestant) made(commit string, changes []worktree.Change) {
	c.Commit, c.Files, c.Added, c.Deleted = commit, len(changes), 0, 0
	for _, change := range changes {
		c.Added, c.Deleted = c.Added+change.Added, c.Deleted+change.Deleted
	}
}

// message returns the message of the commit that holds a contestant's work.
func (c *contestRun) message(i int) string {
	one := c.contestant(i)
	return fmt.Sprintf("Work of %s in contest %s\n\n%s\n", one.Name, c.contest.ID, c.contest.Prompt)
}

// keptOutput is the number of bytes of a check's output that are kept, from its end, where failures appear.
const keptOutput = 4 << 10

// timedOut is the exit code of a check that has taken too long, as for timeout(1).
const timedOut = 124

// check runs the user's command that judges the work. Files that the command makes are not part of the work.
func (c *contestRun) check(ctx context.Context, i int, dir string) error {
	if c.contest.Check == "" {
		return nil
	}
	if err := c.update(i, func(one *Contestant) { one.State = Checking }); err != nil {
		return err
	}
	one := c.contestant(i)
	result, err := process.Run(ctx, process.Command{
		Dir: dir, Line: c.contest.Check, Timeout: c.plan.Request.Budget.Time, Keep: keptOutput,
		Env: slices.Concat(c.Orchestrator.Environment, []string{"STEAD_CONTEST=" + c.contest.ID,
			"STEAD_CONTESTANT=" + one.Name}),
	})
	if errors.Is(err, process.ErrTimeout) {
		result.ExitCode, result.Output, err = timedOut, result.Output+"\n"+err.Error(), nil
	}
	if err != nil {
		return fmt.Errorf("check its work: %w", err)
	}
	return c.update(i, func(one *Contestant) {
		one.Checked = &Checked{ExitCode: result.ExitCode, Output: result.Output,
			DurationMS: result.Duration.Round(time.Millisecond).Milliseconds()}
	})
}

// settle records how the contestant ended. Timeout is the time that it could work; 0 means no limit.
func (c *Contestant) settle(err error, timeout time.Duration) {
	switch {
	case err == nil:
		c.State = Done
		return
	case errors.Is(err, session.ErrBudget) && timeout > 0 && c.DurationMS >= timeout.Milliseconds():
		c.State = TimedOut
	case errors.Is(err, session.ErrBudget):
		c.State = Spent
	case errors.Is(err, session.ErrInterrupted), errors.Is(err, context.Canceled):
		c.State = Stopped
	default:
		c.State = Failed
	}
	c.Reason = err.Error()
}
