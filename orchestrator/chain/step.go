package chain

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"stead/forks/worktree"
	"stead/inject"
	"stead/internal/shell"
	"stead/orchestrator"
	"stead/orchestrator/chain/recipe"
	"stead/runs"
	"stead/timeline"
)

// fill decides what an attempt is told, and keeps the folder as it is before.
func (c *course) fill(ctx context.Context, a *Attempt, step recipe.Step) (err error) {
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
func (c *course) handed(a Attempt, step recipe.Step) string {
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
func (c *course) tryAgain(ctx context.Context, step recipe.Step) error {
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
func (c *course) attempt(ctx context.Context, step recipe.Step) error {
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
func (c *course) do(ctx context.Context, step recipe.Step) error {
	a := c.chain.current()
	if step.Parallel != nil {
		return c.contend(ctx, a, step)
	}
	run, err := c.run(ctx, a, step)
	if ctx.Err() != nil || errors.Is(err, orchestrator.ErrInterrupted) { // the chain is to end, or somebody has stopped the run
		return orchestrator.ErrInterrupted
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

// note keeps what a run has come to.
func (a *Attempt) note(r runs.Run) {
	if r.ID == "" {
		return
	}
	a.Run, a.Session, a.Text = r.ID, r.To, r.FinalText
	a.Turns, a.Usage, a.Cost, a.DurationMS = r.Turns, r.Usage, r.Cost, r.DurationMS
}

// run has the CLI do its work, unless it has done it: a run of the attempt that ended is taken for what it is, one that was broken off is
// resumed, and one whose CLI has no session yet was not begun.
func (c *course) run(ctx context.Context, a *Attempt, step recipe.Step) (runs.Run, error) {
	found, ok, err := c.begun(*a)
	if err != nil || ok && found.Status == runs.Completed {
		return found, err
	}
	r := c.request(*a, step)
	if ok && found.To.ID != "" {
		c.awaitEnd(ctx, found)
		r.From, r.To, r.Prompt, r.Part, r.Resume = "", "", "", nil, found.ID
	}
	return c.watched(ctx, r, step.Name)
}

// watched runs a CLI so that the run can be looked at, and ended, by itself.
func (c *course) watched(ctx context.Context, r orchestrator.Request, step string) (runs.Run, error) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	seen, ended := onlooker{c, step, nil}, func(runs.Run, error) {}
	if c.Beside != nil {
		seen.beside, ended = c.Beside(stop)
	}
	run, err := c.Run(ctx, r, seen)
	ended(run, err)
	return run, err
}

// begun returns the run of an attempt. Who was killed may not have noted it: the run itself says whose it is.
func (c *course) begun(a Attempt) (runs.Run, bool, error) {
	all, err := c.Runs.All()
	if err != nil {
		return runs.Run{}, false, err
	}
	var found runs.Run
	for _, r := range all { // the newest first
		if p := r.Part; p != nil && p.Of == c.chain.of() && p.Name == a.Step && p.Attempt == a.Number && (found.ID == "" || found.To.ID == "") {
			found = r
		}
	}
	return found, found.ID != "", nil
}

// Bounds of the wait for the CLI that a killed stead has left: its terminal is gone, which ends it soon.
const (
	endGrace = 20 * time.Second
	endPoll  = 20 * time.Millisecond
)

func (c *course) awaitEnd(ctx context.Context, r runs.Run) {
	ctx, cancel := context.WithTimeout(ctx, endGrace)
	defer cancel()
	for r.Child.Alive() && !r.Supervisor.Alive() && ctx.Err() == nil {
		select {
		case <-ctx.Done():
		case <-time.After(endPoll):
		}
	}
}

// request is what the step's CLI is asked.
func (c *course) request(a Attempt, step recipe.Step) orchestrator.Request {
	r := c.Settings.In(step.CLI)
	r.From, r.Kind, r.Prompt, r.Headless = a.From, timeline.LineageChain, a.Prompt, true
	r.Part = &runs.Part{Of: c.chain.of(), Name: a.Step, Attempt: a.Number}
	r.Model, r.Dir, r.Sync = step.Model, filepath.Join(c.chain.Dir, step.Dir), orchestrator.NoSync
	r.Arguments = slices.Concat(r.Arguments, step.Args)
	r.Allow, _ = inject.ParseAllowance(step.Allow) // the recipe is checked
	r.Budget = orchestrator.Budget{Turns: step.MaxTurns, Cost: step.MaxCost, Time: step.Timeout}
	return r
}

// look keeps the folder as it is after the work, and what was changed.
func (c *course) look(ctx context.Context, a *Attempt) error {
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
func (c *course) kept(ctx context.Context, a Attempt) (string, error) {
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
func (c *course) check(ctx context.Context, a *Attempt, step recipe.Step) error {
	a.State = Done
	if step.Check == "" || step.Parallel != nil { // everybody in an A/B is checked for himself
		return nil
	}
	result, err := shell.Run(ctx, shell.Command{
		Dir: filepath.Join(c.chain.Dir, step.Dir), Env: c.Environment, Line: step.Check, Timeout: step.Timeout,
	})
	if ctx.Err() != nil {
		a.State = Checking
		return orchestrator.ErrInterrupted
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

// onlooker tells the watcher what a step's run does.
type onlooker struct {
	*course
	step string
	// beside is who else is told. Nil when nobody is.
	beside orchestrator.Observer
}

var _ orchestrator.Observer = onlooker{}

// Delivered implements orchestrator.Observer.
func (o onlooker) Delivered(p orchestrator.Plan) {
	if o.beside != nil {
		o.beside.Delivered(p)
	}
}

// Entry implements orchestrator.Observer.
func (o onlooker) Entry(e *timeline.Entry) {
	o.seen.Did(o.step, e)
	if o.beside != nil {
		o.beside.Entry(e)
	}
}

// Changed implements orchestrator.Observer.
func (o onlooker) Changed(r runs.Run) {
	o.seen.Counted(o.step, r)
	if o.beside != nil {
		o.beside.Changed(r)
	}
}

// Note implements orchestrator.Observer.
func (o onlooker) Note(text string) { o.seen.Note(text) }
