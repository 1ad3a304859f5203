package orchestrator

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"time"

	"stead/inject"
	"stead/internal/adapter"
	"stead/internal/process"
	"stead/readers"
	"stead/runs"
	"stead/timeline"
	"stead/timeline/store"
	"stead/writers"
)

// delivery is a run whose session lies in the target's store.
type delivery struct {
	*preparation
	run     runs.Run
	receipt writers.Receipt
	journal *store.Journal
	tail    readers.Tail
	// err is how the run ended.
	err error
}

// deliver makes the run's folder with its journal and writes the session into the target's store. When it fails, neither stays.
func (o *Orchestrator) deliver(ctx context.Context, p *preparation) (*delivery, error) {
	id, err := o.Runs.Create(p.options.Now)
	if err != nil {
		return nil, err
	}
	d := &delivery{preparation: p, run: runs.Run{
		ID: id, From: p.origin.session, Status: runs.Running, Dir: p.options.Dir,
		Started: p.options.Now.UTC(), Supervisor: process.Self(),
	}}
	if err := o.fill(ctx, d); err != nil {
		return nil, errors.Join(err, d.target.Undo(d.receipt), d.closeJournal(), o.Runs.Remove(id))
	}
	return d, nil
}

func (o *Orchestrator) fill(ctx context.Context, d *delivery) (err error) {
	if err := o.Runs.Save(d.run); err != nil { // first: whoever finds the folder must learn whether anybody still works on it
		return fmt.Errorf("keep the record of run %s: %w", d.run.ID, err)
	}
	if d.journal, err = o.record(d); err != nil {
		return fmt.Errorf("keep the session in the journal of run %s: %w", d.run.ID, err)
	}
	if err := o.prepareStore(ctx, d.preparation); err != nil {
		return err
	}
	if d.receipt, err = d.target.Deliver(ctx, d.chosen, d.options); err != nil {
		return err
	}
	d.run.To = runs.Session{CLI: d.receipt.CLI, ID: d.receipt.ID, Path: d.receipt.Path}
	d.run.Delivered, d.run.Lines = d.receipt.Report, d.receipt.Lines
	if tailer, ok := d.adapter.Reader.(readers.Tailer); ok {
		// From here on whatever the store gains is the CLI's: the tail must begin before the CLI does.
		d.tail, err = tailer.Tail(ctx, adapter.Location{Path: d.receipt.Path, ID: d.receipt.ID})
	}
	return errors.Join(err, o.Runs.Save(d.run))
}

// prepareStore has a CLI make its store where it has none yet.
func (o *Orchestrator) prepareStore(ctx context.Context, p *preparation) error {
	d, ok := p.adapter.Driver.(inject.Preparer)
	if !ok {
		return nil
	}
	arguments, needed := d.Preparation(p.ground)
	if !needed {
		return nil
	}
	command := exec.CommandContext(ctx, p.program.Path, arguments...)
	command.Dir, command.Env = p.options.Dir, slices.Concat(o.Environment, p.request.Environment)
	if output, err := command.CombinedOutput(); err != nil {
		return fmt.Errorf("have %s make its store (%s): %w: %s", p.adapter.Driver.Info().Title, strings.Join(command.Args, " "), err, bytes.TrimSpace(output))
	}
	return nil
}

// record begins the journal with the session as it was, whole: what a policy leaves out of the delivery is not left out here.
func (o *Orchestrator) record(d *delivery) (*store.Journal, error) {
	history := d.origin.stream
	history.Header.Lineage = &timeline.Lineage{Parent: d.origin.session.Reference(), Kind: timeline.LineageContinue, Run: d.run.ID}
	journal, err := store.Create(o.Runs.Journal(d.run.ID), history)
	if err != nil {
		return nil, err
	}
	return journal, journal.Announce(o.Live, d.run.ID, history.Header)
}

func (d *delivery) closeJournal() error {
	if d.journal == nil {
		return nil
	}
	return d.journal.Close()
}

// close writes the run's record as it ended.
func (d *delivery) close(o *Orchestrator) error {
	d.run.DurationMS = o.Host.Now().Sub(d.run.Started).Round(time.Millisecond).Milliseconds()
	d.run.ExitCode = o.ExitCode(d.err)
	return errors.Join(d.closeJournal(), o.Runs.Save(d.run))
}
