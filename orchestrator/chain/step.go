package chain

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"stead/forks/worktree"
	"stead/internal/shell"
	"stead/orchestrator"
	"stead/orchestrator/chain/recipe"
	"stead/orchestrator/session"
)

// fill decides what an attempt is told, and keeps the folder as it is before.
func (c *chainRun) fill(ctx context.Context, a *Attempt, step recipe.Step) (err error) {
	if c.chain.Start.Commit != "" {
		s, err := c.take(ctx, nameOf(len(c.chain.Attempts), before))
		if err != nil {
			return err
		}
		a.Before = s.Commit
	}
	if a.Prompt, err = c.prompt(ctx, *a, step); err != nil {
		return fmt.Errorf("%w at step %s: make its prompt: %w", ErrStep, step.Name, err)
	}
	a.From = c.handed(*a, step)
	return nil
}

// handed is the session that an attempt goes on with: that of the step before, or none.
func (c *chainRun) handed(a Attempt, step recipe.Step) string {
	if step.Hand != recipe.HandFull {
		return ""
	}
	if p := c.chain.previous(a); p != nil {
		return sessionOf(*p)
	}
	return c.chain.From
}

func sessionOf(a Attempt) string {
	if a.Run == "" {
		return ""
	}
	return "run:" + a.Run
}

// tryAgain begins another attempt at the step whose last one has failed.
func (c *chainRun) tryAgain(ctx context.Context, step recipe.Step) error {
	last := *c.chain.current()
	a := Attempt{
		Step: last.Step, Number: last.Number + 1, Visit: last.Visit, Try: last.Try + 1, Previous: last.Previous, State: Working,
		CLI: step.CLI, Model: step.Model, Before: last.Before,
	}
	if step.Retry == recipe.RetryContinue && sessionOf(last) != "" && step.Parallel == nil {
		a.Prompt, a.From = correction(step, last), sessionOf(last)
	} else if err := c.fill(ctx, &a, step); err != nil {
		return err
	}
	a.Before = last.Before // what the step has changed is counted from its first attempt on
	c.chain.Attempts = append(c.chain.Attempts, a)
	return c.save()
}

// correction tells a CLI what was wrong with its last attempt.
func correction(step recipe.Step, last Attempt) string {
	if last.Check == nil {
		return "The last attempt ended with an error: " + last.Reason + ".\nGo on where you stopped."
	}
	return fmt.Sprintf("The check `%s` failed with exit code %d. It said:\n\n%s\n\nPut right what is wrong.", step.Check, last.Check.ExitCode, last.Check.Output)
}

// attempt brings the newest attempt to its end. Its error says that the chain cannot go on; that the attempt has failed is none.
func (c *chainRun) attempt(ctx context.Context, step recipe.Step) error {
	a := c.chain.current()
	if a.State == Working {
		if err := c.do(ctx, step); err != nil || a.State == Missed {
			return err
		}
	}
	if a.State == Worked {
		if err := c.look(ctx, a); err != nil {
			return err
		}
	}
	return c.check(ctx, a, step)
}

// do has the step's CLI work, or several at once.
func (c *chainRun) do(ctx context.Context, step recipe.Step) error {
	a := c.chain.current()
	if step.Parallel != nil {
		return c.contend(ctx, a, step)
	}
	run, err := c.run(ctx, a, step)
	if ctx.Err() != nil || errors.Is(err, session.ErrInterrupted) { // the chain is to end, or somebody has stopped the run
		return session.ErrInterrupted
	}
	var alive *orchestrator.AliveError
	if errors.As(err, &alive) {
		return err
	}
	a.note(run)
	if err != nil {
		c.cause, a.State, a.Reason = err, Missed, err.Error()
		return nil
	}
	a.State = Worked
	return c.save()
}

// look keeps the folder as it is after the work, and what was changed.
func (c *chainRun) look(ctx context.Context, a *Attempt) error {
	if a.Before != "" {
		commit, err := c.kept(ctx, *a)
		if err != nil {
			return err
		}
		changes, err := worktree.Changes(ctx, c.chain.Start.Repository, a.Before, commit)
		if err != nil {
			return err
		}
		a.After, a.Files = commit, namesOf(changes)
	}
	a.State = Checking
	return c.save()
}

// kept returns a commit that holds the folder. In a worktree of the chain's own it is one of its branch.
func (c *chainRun) kept(ctx context.Context, a Attempt) (string, error) {
	if c.chain.Tree != nil {
		return c.chain.Tree.Commit(ctx, fmt.Sprintf("%s, by %s", a.Step, a.CLI))
	}
	s, err := c.take(ctx, nameOf(len(c.chain.Attempts)-1, after))
	return s.Commit, err
}

func namesOf(changes []worktree.Change) []string {
	names := make([]string, len(changes))
	for i, change := range changes {
		names[i] = change.Path
	}
	return names
}

// check runs the step's check. It ends the attempt, which is kept with what follows from that.
func (c *chainRun) check(ctx context.Context, a *Attempt, step recipe.Step) error {
	a.State = Done
	if step.Check == "" || step.Parallel != nil { // everybody in an A/B is checked for himself
		return nil
	}
	result, err := shell.Run(ctx, shell.Command{
		Dir: filepath.Join(c.chain.Dir, step.Dir), Env: c.Environment, Line: step.Check, Timeout: step.Timeout,
	})
	if ctx.Err() != nil {
		a.State = Checking
		return session.ErrInterrupted
	}
	a.Check = &Check{ExitCode: result.ExitCode, Output: result.Output, DurationMS: result.Duration.Milliseconds()}
	switch {
	case err != nil:
		a.State, a.Reason = Missed, fmt.Sprintf("its check could not be made: %v", err)
	case !result.OK():
		a.State, a.Reason = Missed, fmt.Sprintf("its check ended with exit code %d", result.ExitCode)
	}
	c.cause = nil
	return nil
}
