package ab

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"stead/forks/worktree"
	"stead/orchestrator"
	"stead/orchestrator/session"
	"stead/runs"
)

// ErrNoWinner says that no contestant has finished with work that passes the check. It wraps session.ErrCLIFailed.
var ErrNoWinner error = noWinner{}

type noWinner struct{}

// Error does not mention the CLIs, which may all have succeeded before the check.
func (noWinner) Error() string { return "no contestant succeeded" }

// Unwrap returns [session.ErrCLIFailed].
func (noWinner) Unwrap() error { return session.ErrCLIFailed }

// Runner holds contests. All fields but Alongside and Elsewhere must be set.
type Runner struct {
	Orchestrator *orchestrator.Orchestrator
	Contests     Folder
	// Trees is the folder for the copies of the user's folder.
	Trees string
	// Worktree are the options of every snapshot. The plan's patterns are added to Include.
	Worktree worktree.Options
	// Alongside returns a further observer of a contestant's run, and a function to call when that run has ended. Stop
	// ends that run alone. Nil if there is none.
	Alongside func(stop func()) (seen orchestrator.Observer, ended func(runs.Run, error))
	// Elsewhere runs contestants on other machines. Nil if there are none.
	Elsewhere Elsewhere
}

// contestRun is a contest in progress.
type contestRun struct {
	*Runner
	plan Plan
	seen Watcher

	mutex   sync.Mutex
	contest Contest
}

// Run holds a contest and returns its record when all contestants have ended. The record is saved after each change.
// The end of the context ends all contestants; finished work stays. Errors, before anything is made: ErrPlan, those of
// orchestrator.Run and of the snapshot. Later: ErrNoWinner, session.ErrInterrupted. The record's ID is empty if nothing
// was begun.
func (r *Runner) Run(ctx context.Context, p Plan, seen Watcher) (Contest, error) {
	all, err := r.prepare(ctx, &p)
	if err != nil {
		return Contest{}, err
	}
	c, err := r.open(ctx, p, all, seen)
	if err != nil {
		return Contest{}, err
	}
	c.compete(ctx)
	return c.close(ctx)
}

// prepare finds all errors that can be found before anything is made. It also pins references that could mean something
// else later: the newest session will be a contestant's own.
func (r *Runner) prepare(ctx context.Context, p *Plan) ([]Contestant, error) {
	all, err := p.contestants()
	if err != nil {
		return nil, err
	}
	if err := r.pin(ctx, p); err != nil {
		return nil, err
	}
	rehearsed := map[Entrant]string{} // the values are the machines' names
	for i := range all {
		one := &all[i]
		e := Entrant{CLI: one.CLI, Machine: one.Machine, Model: one.Model}
		machine, isKnown := rehearsed[e]
		if !isKnown {
			if machine, err = r.rehearse(ctx, p, *one); err != nil {
				return nil, fmt.Errorf("%s cannot take part: %w", one.Name, err)
			}
			rehearsed[e] = machine
		}
		one.Machine = machine
	}
	return all, nil
}

// rehearse returns an error if a contestant cannot take part. It sets the folder of the contest, and returns the name
// of the contestant's machine.
func (r *Runner) rehearse(ctx context.Context, p *Plan, one Contestant) (machine string, err error) {
	request := p.request(one, p.Request.Dir, runs.Part{})
	if one.Machine != "" {
		if r.Elsewhere == nil {
			return "", fmt.Errorf("%w: no other machine can be asked here, %s neither", ErrPlan, one.Machine)
		}
		if machine, err = r.Elsewhere.Rehearse(ctx, one.Machine, request); err != nil {
			return "", err
		}
	}
	if machine != "" {
		return machine, r.settleFolder(ctx, p)
	}
	plan, err := r.Orchestrator.Rehearse(ctx, request)
	p.Request.Dir = plan.Dir
	return "", err
}

// settleFolder makes the session's folder that of the contest, unless the request names one. The CLI of a contestant on
// another machine may not be installed here.
func (r *Runner) settleFolder(ctx context.Context, p *Plan) error {
	if p.Request.Dir != "" || p.Request.From == "" {
		return nil
	}
	from, err := r.Orchestrator.Sources().Find(ctx, p.Request.Query())
	p.Request.Dir = from.Dir
	return err
}

// pin fixes which session all continue, and up to where, so that a later contestant does not get more of it.
func (r *Runner) pin(ctx context.Context, p *Plan) error {
	if p.Request.From == "" {
		return nil
	}
	source, err := r.Orchestrator.Catalog.Resolve(ctx, p.Request.From)
	if err != nil {
		return err
	}
	p.Request.From = source.Reference()
	p.Request.At, err = r.Orchestrator.Sources().Pin(ctx, p.Request.Query())
	return err
}

// open takes the snapshot and creates the contest's record.
func (r *Runner) open(ctx context.Context, p Plan, all []Contestant, seen Watcher) (*contestRun, error) {
	id, err := r.Contests.Create(r.Orchestrator.Host.Now())
	if err != nil {
		return nil, err
	}
	o := r.Worktree
	o.Name, o.Include = "ab-"+id, slices.Concat(o.Include, p.Include)
	snapshot, err := worktree.Take(ctx, p.Request.Dir, o)
	if err != nil {
		return nil, errors.Join(err, r.Contests.Remove(id))
	}
	for i := range all {
		all[i].Branch = "stead/ab-" + id + "/" + all[i].Name
		all[i].Tree = filepath.Join(r.Trees, "ab-"+id, all[i].Name)
	}
	c := &contestRun{Runner: r, plan: p, seen: seen, contest: Contest{
		ID: id, Status: runs.Running, Prompt: p.Request.Prompt, From: p.Request.From, At: p.Request.At.String(),
		Dir:      p.Request.Dir,
		Snapshot: snapshot, Check: p.Check, Allow: p.Request.Allow, TimeoutMS: p.Request.Budget.Time.Milliseconds(),
		Parallel: p.parallel(len(all)), Part: p.Part, Started: r.Orchestrator.Host.Now().UTC(), Supervisor: runs.Self(),
		Contestants: all,
	}}
	if err := c.change(func(*Contest) {}); err != nil {
		return nil, errors.Join(err, snapshot.Forget(context.WithoutCancel(ctx)), r.Contests.Remove(id))
	}
	return c, nil
}

// compete lets all contestants work, as many at a time as allowed.
func (c *contestRun) compete(ctx context.Context) {
	var working sync.WaitGroup
	places := make(chan struct{}, c.contest.Parallel)
	for i := range c.contest.Contestants {
		select {
		case places <- struct{}{}:
		case <-ctx.Done():
		}
		if ctx.Err() != nil {
			break
		}
		working.Go(func() {
			defer func() { <-places }()
			c.contend(ctx, i)
		})
	}
	working.Wait()
}

// close records how the contest ended.
func (c *contestRun) close(ctx context.Context) (Contest, error) {
	interrupted := ctx.Err() != nil
	err := c.change(func(contest *Contest) {
		contest.Status, contest.Ended = runs.Completed, c.Orchestrator.Host.Now().UTC()
		if interrupted {
			contest.Status, contest.Reason = runs.Interrupted, session.ErrInterrupted.Error()
		}
	})
	contest := c.current()
	if !contest.HasCopies() { // no copy was made
		_ = os.Remove(filepath.Join(c.Trees, "ab-"+contest.ID))
		err = errors.Join(err, contest.Snapshot.Forget(context.WithoutCancel(ctx)))
	}
	switch {
	case interrupted:
		err = errors.Join(session.ErrInterrupted, err)
	case len(contest.Winners()) == 0:
		err = errors.Join(ErrNoWinner, err)
	}
	return contest, err
}

// current returns the current record.
func (c *contestRun) current() Contest {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return c.contest.clone()
}

func (c *contestRun) contestant(i int) Contestant {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return c.contest.Contestants[i]
}

// change changes the record, saves it, and tells the watcher.
func (c *contestRun) change(fn func(*Contest)) error {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	fn(&c.contest)
	if err := errors.Join(c.Contests.Save(c.contest), c.Contests.Touch(c.contest.ID)); err != nil {
		return err
	}
	c.seen.Changed(c.contest.clone())
	return nil
}

// update changes a contestant in the record.
func (c *contestRun) update(i int, fn func(*Contestant)) error {
	return c.change(func(contest *Contest) { fn(&contest.Contestants[i]) })
}

func (c Contest) clone() Contest {
	c.Contestants = slices.Clone(c.Contestants)
	return c
}

// note reports a failure that is not part of a contestant's work.
func (c *contestRun) note(err error) {
	if err != nil {
		c.seen.Note("", err.Error())
	}
}
