package orchestrator

import (
	"cmp"
	"context"
	"errors"
	"time"

	"stead/inject/policy"
	"stead/inject/redaction"
	"stead/inject/signals"
	"stead/orchestrator/delivery"
	"stead/orchestrator/history"
	"stead/orchestrator/mirror"
	"stead/orchestrator/record"
	"stead/orchestrator/session"
	"stead/runs"
)

// run is a run from its beginning to its end, through one CLI or several.
type run struct {
	o       *Orchestrator
	request Request
	seen    Observer
	files   *record.Files
	// mirror is kept in the source's CLI. Nil when nobody wants one.
	mirror *mirror.Mirror
	orders session.Orders
	part   part
	// isAnswered says that the run, when it was taken up, had its answer already: nothing is started.
	isAnswered bool
}

// part is one CLI's part of a run: the session lies in its store.
type part struct {
	delivery *delivery.Delivery
	// again is set when the prompt is stead's own.
	again *runs.Again
	// before is what the journal held of the session when the run was resumed.
	before history.Captured
	// isRenewed says that the part before had the same session in the same CLI.
	isRenewed bool
}

// newRun is a run whose folder exists.
func (o *Orchestrator) newRun(of runs.Run, request Request, d *delivery.Delivery, seen Observer) *run {
	place := record.Place{Folder: o.Runs, Live: o.Live, Changed: seen.Changed}
	return &run{
		o: o, request: request, seen: seen, files: place.Open(of), orders: session.Orders{From: request.Orders},
		part: part{delivery: d},
	}
}

// deliver makes the run's folder with its journal and writes the session into the target's store. When it fails,
// neither stays.
func (o *Orchestrator) deliver(ctx context.Context, request Request, d *delivery.Delivery,
	seen Observer) (*run, error) {
	id, err := o.Runs.Create(d.Options.Now)
	if err != nil {
		return nil, err
	}
	now := d.Options.Now.UTC()
	r := o.newRun(runs.Run{
		ID: id, From: d.Source.Session, Came: o.came(d), Kind: cmp.Or(request.Kind, d.Source.Kind()), At: d.Source.At(),
		Part: request.Part, Prompt: d.Request.Prompt, Allow: string(request.Allow),
		Status: runs.Running, State: signals.Starting, Since: now, Headless: d.Request.Headless,
		Unstarted: d.Request.Unstarted,
		Dir:       d.Options.Dir, Started: now, Supervisor: runs.Self(),
	}, request, d, seen)
	learner := d.Learner() // the session is read to be kept: what is searched then is not read again for that
	if err = r.keep(learner); err == nil {
		err = d.Choose(ctx, learner)
	}
	if err == nil {
		err = r.write(ctx, r.part, func(*runs.Run) {})
	}
	if err != nil {
		return nil, errors.Join(err, d.Undo(), r.files.Remove())
	}
	return r, nil
}

// came says what of a delivery has come from another machine.
func (o *Orchestrator) came(d *delivery.Delivery) *runs.Came {
	if o.Came == nil {
		return nil
	}
	return o.Came(d.Source.Session, d.Options.Dir)
}

// keep writes the run's record and the session, as it was, into the journal.
func (r *run) keep(learner *redaction.Learner) error {
	// First the record: a process that finds the folder must learn whether another still works on it.
	if err := r.files.Record.Update(func(*runs.Run) {}); err != nil {
		return err
	}
	from, of := r.part.delivery.Source, r.files.Record.Current()
	past := from.Stream
	if from.IsNew {
		past.Header.ID = of.ID
	} else {
		past.Header.Lineage = from.Lineage(of)
	}
	return r.files.Begin(past, learner)
}

// write puts a part's session into the store and notes that in the run's record, with what else changes by it.
func (r *run) write(ctx context.Context, p part, also func(*runs.Run)) error {
	d := p.delivery
	if err := d.Write(ctx); err != nil {
		return err
	}
	if err := d.Session.Watch(ctx); err != nil {
		return err
	}
	err := r.files.Record.Update(func(of *runs.Run) {
		also(of)
		of.To = d.Session.Recorded()
		of.Delivered, of.Lines = d.Session.Receipt.Report, d.Session.Receipt.Lines
	})
	if err == nil {
		r.noteLineage(d)
		r.seen.Delivered(d.Plan())
	}
	return err
}

// rest is the session that the run works in, while no CLI has it.
func (r *run) rest() mirror.Rest {
	d := r.part.delivery
	return mirror.Rest{
		Adapter: d.Adapter, Target: d.Session.Target, At: d.Session.Location(), Options: d.Options,
		Policies: policy.Policies{Thinking: d.Request.Thinking, Redaction: d.Request.Redaction, Detector: r.o.Secrets,
			Vendor: r.o.planner().Vendor},
	}
}

// arrive notes in the record that a CLI begins.
func arrive(r *runs.Run) {
	r.State, r.About, r.Limit, r.Reason, r.Calling = signals.Starting, "", nil, "", nil
}

// close ends the run and its files. Err is how it ended.
func (r *run) close(err error) error {
	r.orders.End()
	now := r.o.Host.Now()
	var noted error
	ended := (*LeaseError)(nil)
	if errors.As(err, &ended) {
		noted = r.files.Journal.Append(ended.entryOf(now))
	}
	kept := r.files.Record.Update(func(of *runs.Run) {
		of.DurationMS += now.Sub(begun(*of)).Round(time.Millisecond).Milliseconds()
		of.ExitCode, of.Since = r.o.ExitCode(err), now.UTC()
		settle(of, err)
	})
	return errors.Join(noted, r.files.Close(), kept)
}

// begun is since when a run's time has not been counted yet.
func begun(r runs.Run) time.Time {
	if r.Resumed.IsZero() {
		return r.Started
	}
	return r.Resumed
}

// settle notes in the record how the run ended.
func settle(r *runs.Run, err error) {
	var lease *LeaseError
	r.Moved = "" // it was resumed since
	if r.Unleased = (time.Time{}); errors.As(err, &lease) {
		r.Elsewhere = lease.Elsewhere
	}
	switch {
	case err == nil:
		r.Status, r.State, r.About = runs.Completed, signals.Done, ""
	case errors.Is(err, session.ErrInterrupted), errors.Is(err, session.ErrBudget):
		r.Status, r.Reason = runs.Interrupted, err.Error()
		r.State, r.About = signals.Done, ""
	default:
		r.Status, r.Reason = runs.Failed, err.Error()
		r.State, r.About = failedState(err), r.Reason
	}
}

func failedState(err error) signals.State {
	var limit *session.LimitError
	if errors.As(err, &limit) {
		return signals.Limited
	}
	return signals.Failed
}
