package orchestrator

import (
	"cmp"
	"context"
	"errors"

	"stead/inject/policy"
	"stead/orchestrator/delivery"
	"stead/orchestrator/questions"
	"stead/orchestrator/session"
	"stead/runs"
)

// Run continues a session in another CLI, or a run that was broken off, and returns when the last CLI that it went
// through has ended, with the run's record. The end of the context ends the CLI and everything it started. Errors:
// those of the catalog, the policies and the writer; installed.ErrNotInstalled, workdir.ErrNoFolder,
// session.ErrCLIFailed (a session.LimitError among them), session.ErrBudget, session.ErrInterrupted,
// injection.ErrUnconfirmed. The record's ID is empty when nothing was begun.
func (o *Orchestrator) Run(ctx context.Context, request Request, seen Observer) (runs.Run, error) {
	seen = &oneAtATime{to: seen}
	o.recoverRuns(seen)
	begin := o.begin
	if request.Resume != "" {
		begin = o.resume
	}
	r, err := begin(ctx, request, seen)
	if err != nil {
		return runs.Run{}, err
	}
	ctx, release := request.Budget.Bound(ctx)
	defer release()
	err = r.workUnderLease(ctx)
	err = errors.Join(err, r.close(err))
	return r.files.Record.Current(), err
}

// workUnderLease works until the run's lease ends at the latest.
func (r *run) workUnderLease(ctx context.Context) error {
	lease := holder{lease: r.request.Lease, runs: r.o.Runs, record: r.files.Record, now: r.o.Host.Now}
	ctx, release, err := lease.hold(ctx)
	if err != nil {
		return err
	}
	defer release()
	finish := r.mirror.Keep(ctx)
	err = r.work(ctx)
	finish(r.rest())
	if ended := (*LeaseError)(nil); err != nil && errors.As(context.Cause(ctx), &ended) {
		r.seen.Note(ended.Error())
		return ended // whatever that interrupted
	}
	return err
}

// begin finds the session that shall continue, and delivers it.
func (o *Orchestrator) begin(ctx context.Context, request Request, seen Observer) (*run, error) {
	for _, name := range request.Failover {
		if _, err := o.planner().Adapter(name); err != nil {
			return nil, err // now, not when it is needed
		}
	}
	d, err := o.prepare(ctx, request)
	if err != nil {
		return nil, err
	}
	remarks := o.remarks(seen)
	remarks.make(d)
	remarks.failover(ctx, request.Failover)
	mirrors := mirrors{o: o, seen: seen}
	request.Sync = mirrors.kind(d.Source, request.Sync)
	kept, claimed := mirrors.begin(ctx, request, d.Source.Home())
	r, err := o.deliver(ctx, request, d, seen)
	if err != nil {
		return nil, err
	}
	r.mirror = kept
	r.mirror.Attach(r.files.Record, r.files.Journal)
	r.files.Record.Count(func(record *runs.Run) { record.Mirrors = claimed })
	return r, nil
}

// prepare finds the session that shall continue, and decides how it goes to its CLI.
func (o *Orchestrator) prepare(ctx context.Context, request Request) (*delivery.Delivery, error) {
	planner := o.planner()
	if _, err := planner.Adapter(request.To); err != nil {
		return nil, err
	}
	if request.From == "" {
		request.History = policy.History{} // there is none
		return planner.Prepare(ctx, request.delivery(), o.Sources().New(request.To, cmp.Or(request.Dir, o.Catalog.Dir()),
			request.Model))
	}
	from, err := o.Sources().Find(ctx, request.Query())
	if err != nil {
		return nil, err
	}
	return planner.Prepare(ctx, request.delivery(), from)
}

// Rehearse says what a run would do, and does none of it: nothing is written, no program is started.
func (o *Orchestrator) Rehearse(ctx context.Context, request Request) (delivery.Plan, error) {
	d, err := o.prepare(ctx, request)
	if err != nil {
		return delivery.Plan{}, err
	}
	return d.Rehearse(ctx)
}

// work has one CLI after the other work on the session, until none continues.
func (r *run) work(ctx context.Context) error {
	if r.isAnswered {
		return r.showAnswer()
	}
	for {
		err := session.Work(ctx, r.session())
		next, err := r.next(ctx, err)
		if next == nil {
			return err
		}
		r.part = *next
	}
}

// next is the part of the CLI that continues after one has ended; nil when the run ends so.
func (r *run) next(ctx context.Context, ended error) (*part, error) {
	var limit *session.LimitError
	var user *session.SwitchError
	switch {
	case errors.Is(ended, session.ErrMadeWay):
		return r.renew(ctx)
	case errors.As(ended, &user):
		return switching{r}.next(ctx, user)
	case errors.As(ended, &limit):
		return failover{run: r, limit: limit}.next(ctx), ended
	}
	return nil, ended
}

// session is what the part's CLI works with.
func (r *run) session() session.Options {
	return session.Options{
		Delivery: r.part.delivery, Before: r.part.before, Again: r.part.again, IsRenewed: r.part.isRenewed, Files: r.files,
		Mirror:   r.mirror,
		Terminal: r.request.Terminal, Orders: &r.orders, Switches: r.request.Switches, CanSwitch: switching{r}.can,
		Questions: r.questions(), Limits: r.limits, Budget: r.request.Budget,
		Entry: r.seen.Entry, Note: r.seen.Note, Host: r.o.Host, Environment: r.o.Environment,
	}
}

// limits are what to do about limits, by the settings as they are now.
func (r *run) limits() session.Limits {
	now := r.request.current()
	return session.Limits{Patience: now.Patience, CanMove: len(now.Failover) > 0}
}

// questions are what the run's CLIs ask. Each CLI gives up those of the one before.
func (r *run) questions() *questions.Register {
	if r.request.Questions == nil {
		return &questions.Register{}
	}
	return r.request.Questions
}
