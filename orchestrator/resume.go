package orchestrator

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"stead/inject"
	"stead/orchestrator/history"
	"stead/orchestrator/source"
	"stead/runs"
	"stead/timeline"
)

// AliveError says that a run cannot be resumed because it is active.
type AliveError struct {
	Run runs.Run
}

// Error says that the run is active.
func (e *AliveError) Error() string { return fmt.Sprintf("run %s is still active", e.Run.ID) }

// Hint says how to reach the run.
func (e *AliveError) Hint() string {
	if !e.Run.Alive() {
		return fmt.Sprintf("only its %s is left, as process %d; end it with: kill %d", e.Run.To.CLI, e.Run.Child.PID,
			e.Run.Child.PID)
	}
	return strings.Join(e.Proposal(), "")
}

// Proposal returns the hint in parts: words, with every second part a reference. It is empty if the run has no terminal
// to attach to.
func (e *AliveError) Proposal() []string {
	if !e.Run.Alive() {
		return nil
	}
	return []string{"attach to it: stead attach ", e.Run.ID}
}

// resume continues a run at its last state, in the same session and with the same journal.
func (o *Orchestrator) resume(ctx context.Context, request Request, seen Observer) (*run, error) {
	of, err := o.Runs.Find(request.Resume)
	if err != nil {
		return nil, err
	}
	if of.Alive() || of.Child.Alive() {
		return nil, &AliveError{of}
	}
	if of.Elsewhere != "" {
		return nil, errors.New(runs.LeaseReason(of.ID, of.Elsewhere))
	}
	if of.To.ID == "" {
		return nil, lacksSession(of)
	}
	r, err := o.reopen(ctx, request, of, seen)
	if err != nil {
		return nil, fmt.Errorf("resume run %s: %w", of.ID, err)
	}
	return r, nil
}

func (o *Orchestrator) reopen(ctx context.Context, request Request, of runs.Run, seen Observer) (*run, error) {
	journal, err := o.Sources().Journal(ctx, of.ID)
	if err != nil {
		return nil, err
	}
	request.Allow = inject.Allowance(cmp.Or(string(request.Allow), of.Allow))
	own := request.Elsewhere[of.To.CLI]
	request.To, request.Dir = of.To.CLI, of.Dir
	request.Models, request.Environment = own.Models, own.Environment
	d, err := o.planner().Reach(ctx, request.delivery(), source.Source{Session: of.To, Stream: journal, Dir: of.Dir})
	if err != nil {
		return nil, err
	}
	if pid, title, open := o.planner().Occupant(of.To); open {
		return nil, fmt.Errorf("%s is open in %s (process %d): two CLIs at once would damage it", of.To.Reference(), title,
			pid)
	}
	d.Session.Receipt = receiptOf(of)
	r := o.newRun(of, request, d, seen)
	r.mirror = mirrors{o: o, seen: seen}.resume(request, of)
	if of.To.Path == "" {
		if err := d.Seek(ctx); err != nil {
			return nil, err
		}
	}
	if err := r.reopen(ctx, journal); err != nil {
		return nil, errors.Join(err, r.files.Close())
	}
	plan := d.Plan()
	plan.To.Path, plan.Resumed = of.To.Path, true
	seen.Delivered(plan)
	return r, nil
}

// reopen opens the journal again, adds what the CLI wrote while no stead followed it, and records that the run is
// active.
func (r *run) reopen(ctx context.Context, past timeline.Stream) error {
	d := r.part.delivery
	if err := r.files.Continue(past.Header); err != nil {
		return err
	}
	r.mirror.Attach(r.files.Record, r.files.Journal)
	lines, err := r.mirror.Complete(ctx, r.rest())
	if err != nil {
		return err
	}
	if lines > 0 {
		d.Session.Receipt.Lines = lines
	}
	of := r.files.Record.Current()
	if r.part.before, err = history.ReadCaptured(past, of, d.Adapter.Reader.Info()); err != nil {
		return err
	}
	if err := d.Session.Watch(ctx); err != nil { // before the session is read, so that nothing falls between
		return err
	}
	if err := r.catchUp(ctx); err != nil {
		return err
	}
	if err := r.meetMirror(ctx); err != nil {
		return err
	}
	stood, err := r.recall(ctx, of)
	if err != nil {
		return err
	}
	return r.files.Record.Update(func(of *runs.Run) {
		of.Status, of.Supervisor, of.Child, of.Headless = runs.Running, runs.Self(), runs.Process{}, d.Request.Headless
		of.Resumed, of.Since, of.Reason = d.Options.Now.UTC(), d.Options.Now.UTC(), ""
		stood.Note(of)
		of.To, of.Allow = d.Session.Recorded(), string(d.Request.Allow)
		r.part.asks(of, stood.Added)
		arrive(of)
	})
}

// catchUp adds the session's entries that the journal lacks, and records which parts of the session are active. The
// tail reports an entry that the CLI had not finished again when it is finished.
func (r *run) catchUp(ctx context.Context) error {
	d := r.part.delivery
	if d.Session.IsAwaited {
		return nil
	}
	session, err := d.Session.Open(ctx)
	if err != nil {
		return err
	}
	for e, err := range r.part.before.Missing(session.Entries) {
		if err != nil {
			return err
		}
		if err := r.files.Journal.Append(e); err != nil {
			return err
		}
		r.part.before.Add(e)
	}
	return r.files.Arrange(ctx, session, d.Adapter.Reader.Info())
}

// lacksSession returns the error for a run that has no session with which it could continue.
func lacksSession(of runs.Run) error {
	if of.From == (runs.Session{}) {
		return fmt.Errorf("run %s ended before its CLI had a session: start a new run", of.ID)
	}
	return fmt.Errorf("run %s ended before its session was delivered: continue %s in a new run", of.ID,
		of.From.Reference())
}
