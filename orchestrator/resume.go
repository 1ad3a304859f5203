package orchestrator

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"stead/inject"
	"stead/internal/process"
	"stead/orchestrator/history"
	"stead/orchestrator/record"
	"stead/orchestrator/source"
	"stead/runs"
	"stead/timeline"
	"stead/timeline/store"
	"stead/writers"
)

// AliveError is a run that cannot be resumed, because it goes on.
type AliveError struct {
	Run runs.Run
}

// Error says that the run goes on.
func (e *AliveError) Error() string { return fmt.Sprintf("run %s still goes on", e.Run.ID) }

// Hint says how to get at it.
func (e *AliveError) Hint() string {
	if !e.Run.Alive() {
		return fmt.Sprintf("only its %s is left, as process %d; end it with: kill %d", e.Run.To.CLI, e.Run.Child.PID, e.Run.Child.PID)
	}
	return "look at it: stead attach " + e.Run.ID
}

// resume goes on with a run where it stood: in the same session, with the same journal.
func (o *Orchestrator) resume(ctx context.Context, r Request, seen Observer) (*delivery, error) {
	run, err := o.Runs.Find(r.Resume)
	if err != nil {
		return nil, err
	}
	if run.Alive() || run.Child.Alive() {
		return nil, &AliveError{run}
	}
	if run.To.ID == "" {
		return nil, lacksSession(run)
	}
	d, err := o.takeUp(ctx, r, run, seen)
	if err != nil {
		return nil, fmt.Errorf("resume run %s: %w", run.ID, err)
	}
	return d, nil
}

func (o *Orchestrator) takeUp(ctx context.Context, r Request, run runs.Run, seen Observer) (*delivery, error) {
	journal, err := o.Sources().Journal(ctx, run.ID)
	if err != nil {
		return nil, err
	}
	r.Allow = inject.Allowance(cmp.Or(string(r.Allow), run.Allow))
	own := r.Elsewhere[run.To.CLI]
	r.To, r.Dir = run.To.CLI, run.Dir
	r.Models, r.Environment = own.Models, own.Environment
	p, err := o.place(ctx, r, source.Source{Session: run.To, Stream: journal, Dir: run.Dir})
	if err != nil {
		return nil, err
	}
	if pid, title, open := o.occupant(run.To); open {
		return nil, fmt.Errorf("%s is open in %s (process %d): two at once would spoil it", run.To.Reference(), title, pid)
	}
	d := &delivery{runState: &runState{o: o, seen: seen}, preparation: p, receipt: receiptOf(run)}
	d.mirror = o.resumedMirror(r, run, seen)
	d.record = record.NewKeeper(o.Runs, run, o.describing(seen))
	if run.To.Path == "" {
		if err := d.seek(ctx); err != nil {
			return nil, err
		}
	}
	if err := d.reopen(ctx, journal, run); err != nil {
		return nil, errors.Join(err, d.closeJournal())
	}
	plan := d.plan(run.To.ID, run.To.Path, run.Delivered)
	plan.Resumed = true
	seen.Delivered(plan)
	return d, nil
}

// reopen opens the journal again, brings into it what the CLI wrote while nobody looked, and notes in the record that the run goes on.
func (d *delivery) reopen(ctx context.Context, past timeline.Stream, run runs.Run) (err error) {
	if d.journal, _, err = store.Reopen(d.o.Runs.Journal(run.ID)); err != nil {
		return err
	}
	if err := d.announce(run.ID, past.Header); err != nil {
		return err
	}
	d.mirror.Attach(d.record, d.journal)
	lines, err := d.mirror.Complete(ctx, d.rest())
	if err != nil {
		return err
	}
	if lines > 0 {
		d.receipt.Lines = lines
	}
	run = d.record.Current()
	if d.before, err = history.ReadCaptured(past, run); err != nil {
		return err
	}
	if err := d.watch(ctx); err != nil { // before what is there is read, so that nothing falls between
		return err
	}
	if err := d.catchUp(ctx); err != nil {
		return err
	}
	if err := d.meet(ctx); err != nil {
		return err
	}
	stood, err := d.recall(ctx, run)
	if err != nil {
		return err
	}
	return d.record.Update(func(r *runs.Run) {
		r.Status, r.Supervisor, r.Child, r.Headless = runs.Running, process.Self(), process.ID{}, d.request.Headless
		r.Resumed, r.Since, r.Reason = d.options.Now.UTC(), d.options.Now.UTC(), ""
		stood.Note(r)
		r.To, r.Allow = d.session(), string(d.request.Allow)
		d.asks(r, stood.Added)
		arrive(r)
	})
}

// catchUp brings into the journal what the session holds beyond it. What the CLI had not finished the tail tells once more, when it is.
func (d *delivery) catchUp(ctx context.Context) error {
	if d.isAwaited {
		return nil
	}
	unseen, err := d.unseen(ctx)
	if err != nil {
		return err
	}
	for e, err := range unseen {
		if err != nil {
			return err
		}
		if err := d.journal.Append(e); err != nil {
			return err
		}
		d.before.Add(e)
	}
	return nil
}

// receiptOf is what the writer said when it wrote the run's session.
func receiptOf(run runs.Run) writers.Receipt {
	return writers.Receipt{CLI: run.To.CLI, ID: run.To.ID, Path: run.To.Path, Dir: run.Dir, Lines: run.Lines, Report: run.Delivered}
}
