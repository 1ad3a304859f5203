package orchestrator

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"slices"
	"strings"

	"stead/adapters/adapter"
	"stead/inject"
	"stead/orchestrator/history"
	"stead/readers"
	"stead/runs"
	"stead/signals"
	"stead/writers"
)

// delivery is one CLI's part of a run: the session lies in its store.
type delivery struct {
	*runState
	*preparation
	receipt writers.Receipt
	tail    readers.Tail
	// again is set when the prompt is stead's own, until the CLI has it in its session.
	again *runs.Again
	// isAnswered says that the run, when it was taken up, had its answer already: nothing is started.
	isAnswered bool
	// isAwaited says that the CLI has yet to begin its session, under the receipt's id.
	isAwaited bool
	// before is what the journal held when the run was resumed.
	before history.Captured
	// err is how it ended.
	err error
}

// deliver makes the run's folder with its journal and writes the session into the target's store. When it fails, neither stays.
func (o *Orchestrator) deliver(ctx context.Context, p *preparation, seen Observer) (*delivery, error) {
	c, err := o.newRunState(p.source.Session, p, seen)
	if err != nil {
		return nil, err
	}
	d := &delivery{runState: c, preparation: p}
	learner := p.policies(o).Learner(p.adapter.Driver.Info()) // the session is read to be kept: what is searched then is not read again for that
	if err = c.begin(p.source, learner); err == nil {
		err = p.choose(ctx, o, learner)
	}
	if err == nil {
		err = d.write(ctx, func(*runs.Run) {})
	}
	if err != nil {
		return nil, errors.Join(err, d.target.Undo(d.receipt), c.forget())
	}
	return d, nil
}

// write puts the session into the store and notes that in the run's record, with what else changes by it.
func (d *delivery) write(ctx context.Context, also func(*runs.Run)) (err error) {
	if err := d.prepareStore(ctx); err != nil {
		return err
	}
	if d.receipt, err = d.put(ctx); err != nil {
		return err
	}
	d.receipt.Report = d.source.Reported(d.receipt.Report)
	if err := d.watch(ctx); err != nil {
		return err
	}
	err = d.record.Update(func(r *runs.Run) {
		also(r)
		r.To = d.session()
		r.Delivered, r.Lines = d.receipt.Report, d.receipt.Lines
	})
	if err == nil {
		d.enter()
		d.seen.Delivered(d.plan(d.receipt.ID, d.session().Path, d.receipt.Report))
	}
	return err
}

// watch begins the tail: from here on whatever the store gains is the CLI's. A session that the CLI has yet to begin cannot be watched.
func (d *delivery) watch(ctx context.Context) (err error) {
	if !d.isAwaited {
		d.tail, err = d.tailOf(ctx, d.receipt.Path)
	}
	return err
}

// tailOf follows the session at a path from now on. It is nil for a CLI whose sessions cannot be followed.
func (d *delivery) tailOf(ctx context.Context, path string) (readers.Tail, error) {
	tailer, ok := d.adapter.Reader.(readers.Tailer)
	if !ok {
		return nil, nil
	}
	return tailer.Tail(ctx, adapter.Location{Path: path, ID: d.receipt.ID})
}

// prepareStore has a CLI make its store where it has none yet.
func (d *delivery) prepareStore(ctx context.Context) error {
	preparer, ok := d.adapter.Driver.(inject.Preparer)
	if !ok {
		return nil
	}
	arguments, needed := preparer.Preparation(d.environment)
	if !needed {
		return nil
	}
	command := exec.CommandContext(ctx, d.program.Path, arguments...)
	command.Dir, command.Env = d.options.Dir, slices.Concat(d.o.Environment, d.request.Environment)
	if output, err := command.CombinedOutput(); err != nil {
		return fmt.Errorf("have %s make its store (%s): %w: %s", d.adapter.Driver.Info().Title, strings.Join(command.Args, " "), err, bytes.TrimSpace(output))
	}
	return nil
}

// arrive notes in the record that a CLI begins.
func arrive(r *runs.Run) {
	r.State, r.About, r.Limit, r.Reason, r.Calling = signals.Starting, "", nil, "", nil
}
