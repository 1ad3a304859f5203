package chain

import (
	"context"
	"errors"
	"fmt"

	"stead/orchestrator/ab"
	"stead/orchestrator/chain/recipe"
	"stead/orchestrator/session"
	"stead/runs"
	"stead/timeline"
)

// contest lets several CLIs do a step.
type contest struct {
	run  *chainRun
	step recipe.Step
}

// hold lets several CLIs do a step at the same time, and takes the work of one of them. An interrupted A/B starts
// again, because none of its work has come into the folder.
func (c contest) hold(ctx context.Context, a *Attempt) error {
	contest, err := c.held(ctx, a)
	if ctx.Err() != nil {
		return session.ErrInterrupted
	}
	if err != nil && contest.ID == "" || errors.Is(err, ab.ErrNoWinner) {
		c.run.cause, a.State, a.Reason = err, Missed, err.Error()
		return nil
	}
	if err != nil {
		return err
	}
	name, err := c.winner(contest)
	if err != nil {
		return err
	}
	if contest.Picked == nil {
		if contest, err = c.run.engine.Runner.Pick(ctx, contest, ab.Picking{Name: name, Stay: true},
			observer{seen: c.run.seen, step: c.step.Name}); err != nil {
			return c.notPicked(a, contest, err)
		}
	}
	return c.won(a, contest)
}

// notPicked decides how the chain continues when a contestant cannot be picked. If the user chose it, the chain keeps
// waiting for another choice. If the recipe chose it, the attempt has failed.
func (c contest) notPicked(a *Attempt, contest ab.Contest, err error) error {
	switch {
	case c.run.pick != "" && (errors.Is(err, ab.ErrNobody) || errors.Is(err, ab.ErrPick)):
		return fmt.Errorf("%w for a winner of step %s to be picked: %w; compare them: stead ab show %s", ErrWaiting,
			c.step.Name, err, contest.ID)
	case errors.Is(err, ab.ErrNobody), errors.Is(err, ab.ErrFailedCheck):
		c.run.cause, a.State, a.Reason = err, Missed, err.Error()
		return nil
	}
	return err
}

// held returns the attempt's A/B. It holds the A/B first if that was not done.
func (c contest) held(ctx context.Context, a *Attempt) (ab.Contest, error) {
	if contest, ok := c.completed(*a); ok {
		return contest, nil
	}
	entrants, err := ab.ParseEntrants(c.step.Parallel.With)
	if err != nil {
		return ab.Contest{}, err
	}
	r := work(c).request(*a)
	contest, err := c.run.engine.Runner.Run(ctx, ab.Plan{
		Request: r, Entrants: entrants, Repeat: c.step.Parallel.Repeat, Parallel: c.step.Parallel.AtOnce,
		Check: c.step.Check, Part: r.Part,
	}, contestWatcher{c.run.seen, c.step.Name})
	if contest.ID == "" {
		return contest, err
	}
	a.Contest = contest.ID
	return contest, errors.Join(err, c.run.save())
}

// completed returns the attempt's A/B if it was completed. A stead that was killed may not have recorded it in the
// chain, but the A/B itself names the chain.
func (c contest) completed(a Attempt) (ab.Contest, bool) {
	all, err := c.run.engine.Runner.Contests.All()
	if err != nil {
		return ab.Contest{}, false
	}
	for _, one := range all {
		if p := one.Part; p != nil && p.Of == c.run.chain.of() && p.Name == a.Step && p.Attempt == a.Number &&
			one.Status == runs.Completed {
			return one, len(one.Winners()) > 0
		}
	}
	return ab.Contest{}, false
}

// winner returns the contestant whose work counts.
func (c contest) winner(contest ab.Contest) (string, error) {
	switch pick := c.step.Parallel.Pick; {
	case contest.Picked != nil:
		return contest.Picked.Name, nil
	case c.run.pick != "":
		return c.run.pick, nil
	case pick == recipe.Manual:
		return "", fmt.Errorf("%w for a winner of step %s to be picked; compare them: stead ab show %s", ErrWaiting,
			c.step.Name, contest.ID)
	case pick == recipe.FirstPassing:
		return contest.Winners()[0].Name, nil
	default:
		return pick, nil
	}
}

// won records the winner's work.
func (c contest) won(a *Attempt, contest ab.Contest) error {
	one, err := contest.Find(contest.Picked.Name)
	if err != nil {
		return err
	}
	run, err := c.run.engine.Runs.Load(one.Run)
	if err != nil {
		return err
	}
	a.note(run)
	a.Picked, a.CLI, a.Model, a.State = one.Name, one.CLI, one.Model, Worked
	a.Usage, a.Cost = timeline.Usage{}, 0
	for _, each := range contest.Contestants { // all of them cost money
		a.Usage, a.Cost = a.Usage.Add(each.Usage), a.Cost+each.Cost
	}
	if one.Checked != nil {
		a.Check = &Check{ExitCode: one.Checked.ExitCode, Output: one.Checked.Output, DurationMS: one.Checked.DurationMS}
	}
	return c.run.save()
}

// contestWatcher tells the chain's watcher what the contestants of a step do.
type contestWatcher struct {
	seen Watcher
	step string
}

var _ ab.Watcher = contestWatcher{}

// Changed implements ab.Watcher.
func (contestWatcher) Changed(ab.Contest) {}

// Counted implements ab.Watcher.
func (w contestWatcher) Counted(name string, r runs.Run) { w.seen.Counted(w.step+"/"+name, r) }

// Did implements ab.Watcher.
func (w contestWatcher) Did(name string, e *timeline.Entry) { w.seen.Did(w.step+"/"+name, e) }

// Note implements ab.Watcher.
func (w contestWatcher) Note(name, text string) {
	if name != "" {
		text = name + ": " + text
	}
	w.seen.Note(text)
}
