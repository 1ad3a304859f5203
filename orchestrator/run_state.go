package orchestrator

import (
	"errors"
	"fmt"
	"time"

	"stead/capture"
	"stead/inject/redaction"
	"stead/internal/process"
	"stead/orchestrator/mirror"
	"stead/orchestrator/record"
	"stead/orchestrator/source"
	"stead/orchestrator/view"
	"stead/runs"
	"stead/signals"
	"stead/timeline"
	"stead/timeline/store"
)

// runState is a run from its beginning to its end, through one CLI or several.
type runState struct {
	o       *Orchestrator
	seen    Observer
	record  *record.Keeper
	journal *store.Journal
	// mirror is kept in the source's CLI. Nil when nobody wants one.
	mirror *mirror.Mirror
	// left is an order that waits for the CLI's next start.
	left *Order
	// terminal is the recording of what is drawn. It is begun with the first CLI.
	terminal *capture.Recording
	// entries reads what the run's CLIs add, for the observer.
	entries *store.Reader
}

// newRunState makes the run's folder.
func (o *Orchestrator) newRunState(from runs.Session, p *preparation, seen Observer) (*runState, error) {
	id, err := o.Runs.Create(p.options.Now)
	if err != nil {
		return nil, err
	}
	run := runs.Run{
		ID: id, From: from, Kind: p.request.Kind, At: p.source.At(), Part: p.request.Part, Prompt: p.request.Prompt, Allow: string(p.request.Allow),
		Status: runs.Running, State: signals.Starting, Since: p.options.Now.UTC(), Headless: p.request.Headless, Unstarted: p.request.Unstarted,
		Dir: p.options.Dir, Started: p.options.Now.UTC(), Supervisor: process.Self(),
	}
	return &runState{o: o, seen: seen, record: record.NewKeeper(o.Runs, run, o.describing(seen))}, nil
}

// describing has the live view know each new record of a run before the observer is told of it.
func (o *Orchestrator) describing(seen Observer) func(runs.Run) {
	return func(r runs.Run) {
		if err := view.Describe(o.Live, view.State{Run: r, Alive: r.Status == runs.Running}); err != nil {
			seen.Note(fmt.Sprintf("the live view does not know the state of run %s: %v", r.ID, err))
		}
		seen.Changed(r)
	}
}

// begin keeps the session as it was, whole: what a policy leaves out of the delivery is not left out here. The learner learns it meanwhile.
func (c *runState) begin(from source.Source, learner *redaction.Learner) error {
	// First the record: whoever finds the folder must learn whether anybody still works on it.
	if err := c.record.Update(func(*runs.Run) {}); err != nil {
		return err
	}
	run, past := c.record.Current(), from.Stream
	if from.IsNew {
		past.Header.ID = run.ID
	} else {
		past.Header.Lineage = from.Lineage(run)
	}
	journal, err := store.Create(c.o.Runs.Journal(run.ID), learner.Over(past))
	if err != nil {
		return fmt.Errorf("keep the session in the journal of run %s: %w", run.ID, err)
	}
	c.journal = journal
	return c.announce(run.ID, past.Header)
}

// announce puts the journal into the live view, and has what is added to it read.
func (c *runState) announce(id string, header timeline.Header) (err error) {
	if err := c.journal.Announce(c.o.Live, id, header); err != nil {
		return err
	}
	c.entries, err = c.o.Live.Reader(id, c.journal.Path(), c.journal.Size())
	return err
}

// forget takes everything back. Nothing was started.
func (c *runState) forget() error {
	id := c.record.Current().ID
	return errors.Join(c.closeJournal(), c.o.Live.Remove(id), c.o.Runs.Remove(id))
}

func (c *runState) closeJournal() error {
	if c.entries != nil {
		_ = c.entries.Close() // nothing was written by it
	}
	if c.journal == nil {
		return nil
	}
	return c.journal.Close()
}

// close ends the run and its files. Err is how it ended.
func (c *runState) close(err error) error {
	if c.left != nil {
		c.left.Done(ErrEnded)
	}
	now := c.o.Host.Now()
	kept := c.record.Update(func(r *runs.Run) {
		r.DurationMS += now.Sub(c.begun(*r)).Round(time.Millisecond).Milliseconds()
		r.ExitCode, r.Since = c.o.ExitCode(err), now.UTC()
		settle(r, err)
	})
	if c.terminal != nil {
		kept = errors.Join(kept, c.terminal.End(c.record.Current().ExitCode))
	}
	return errors.Join(c.closeJournal(), kept)
}

// begun is since when the run's time has not been counted yet.
func (c *runState) begun(r runs.Run) time.Time {
	if r.Resumed.IsZero() {
		return r.Started
	}
	return r.Resumed
}
