package chain

import (
	"context"
	"errors"
	"fmt"

	"stead/orchestrator"
	"stead/orchestrator/session"
	"stead/runs"
)

// chainRun is a chain in progress.
type chainRun struct {
	engine *Engine
	seen   Watcher
	chain  Chain
	// pick is the contestant that the user has picked.
	pick string
	// more says that the failed step gets one more attempt than its recipe allows, because the user wants that.
	more bool
	// before is the number of attempts made before the user resumed a chain that had used up its attempts. They no longer
	// count.
	before int
	// cause is the error of a step's run.
	cause error
}

// save saves the record and tells the watcher.
func (c *chainRun) save() error {
	if err := errors.Join(c.engine.Chains.Save(c.chain), c.engine.Chains.Touch(c.chain.ID)); err != nil {
		return err
	}
	c.seen.Changed(c.chain.clone())
	return nil
}

// work goes through the steps until the chain ends or cannot continue.
func (c *chainRun) work(ctx context.Context) (Chain, error) {
	var err error
	for err == nil && ctx.Err() == nil && c.chain.Next < len(c.chain.Recipe.Steps) {
		err = c.step(ctx)
	}
	if ctx.Err() != nil && !errors.Is(err, session.ErrInterrupted) {
		err = errors.Join(session.ErrInterrupted, err)
	}
	return c.end(err)
}

// end records how the chain has ended.
func (c *chainRun) end(err error) (Chain, error) {
	c.chain.Ended, c.chain.Reason = c.engine.Now().UTC(), ""
	c.chain.Status = Completed
	if err != nil {
		c.chain.Status, c.chain.Reason = Failed, err.Error()
	}
	var alive *orchestrator.AliveError
	switch {
	case errors.Is(err, session.ErrInterrupted), errors.As(err, &alive):
		c.chain.Status = Interrupted
	case errors.Is(err, ErrWaiting):
		c.chain.Status = Waiting
	}
	return c.chain.clone(), errors.Join(err, c.save())
}

// resume continues a chain that did not succeed.
func (c *chainRun) resume(ctx context.Context, d Decision) (Chain, error) {
	step, _ := c.chain.Step()
	if d == Rejected {
		return c.end(fmt.Errorf("%w: step %s was rejected", ErrStep, step.Name))
	}
	c.chain.Approved = c.chain.Approved || d == Approved
	hasFailed := c.chain.Status == Failed
	if hasFailed && len(c.chain.Attempts) >= c.chain.Recipe.MaxSteps {
		c.before = len(c.chain.Attempts)
	}
	c.chain.Status, c.chain.Reason, c.chain.Supervisor = Running, "", runs.Self()
	if a := c.chain.current(); a != nil && a.State == Missed && hasFailed {
		c.reopen(a)
	}
	if err := c.save(); err != nil {
		return c.chain, err
	}
	if !c.chain.Ready {
		if err := (workspace{c}).prepare(ctx); err != nil {
			return c.end(err)
		}
	}
	return c.work(ctx)
}

// reopen continues an attempt that has failed: a failed run continues, and a check is repeated, because the user may
// have fixed the fault. If it still fails, the step gets one more attempt. A run that has come home from another
// machine stays unchanged, and the step gets one more attempt.
func (c *chainRun) reopen(a *Attempt) {
	if a.Machine != "" && a.Run != "" && a.Away == nil && a.Check == nil {
		return
	}
	c.more, a.Reason = true, ""
	a.State = Working
	if a.Check != nil {
		a.State, a.Check = Worked, nil
	}
}

// step brings the chain one step further, with an attempt at the next step.
func (c *chainRun) step(ctx context.Context) error {
	s, a := stepRun{c, c.chain.Recipe.Steps[c.chain.Next]}, c.chain.current()
	switch {
	case a != nil && !a.State.Ended():
	case len(c.chain.Attempts)-c.before >= c.chain.Recipe.MaxSteps:
		return fmt.Errorf(
			"%w before step %s: it used all %d attempts that max_steps allows; resuming it allows as many again",
			ErrStep, s.step.Name, c.chain.Recipe.MaxSteps)
	case a != nil:
		if err := s.tryAgain(ctx); err != nil {
			return err
		}
	default:
		if err := s.comeTo(ctx); err != nil {
			return err
		}
	}
	if err := s.attempt(ctx); err != nil {
		return err
	}
	return s.settle()
}

// moveTo makes a step the next one.
func (c *chainRun) moveTo(step int) {
	c.chain.Next, c.chain.Visit, c.chain.Approved = step, c.chain.Visit+1, false
}

// stepError is a step's failure together with the error of its run, which the text already contains.
type stepError struct{ told, cause error }

// Error says which step has failed, and why.
func (e *stepError) Error() string { return e.told.Error() }

// Unwrap returns both.
func (e *stepError) Unwrap() []error { return []error{e.told, e.cause} }
