package orchestrator

import (
	"context"
	"errors"

	"stead/inject"
	"stead/internal/installed"
	"stead/runs"
)

// Fork makes a session that goes its own way from a point of another, and starts no CLI on it: a run of which only the delivery was done. The CLI
// need not be installed where its store can be written without it. Errors: those of [Orchestrator.Run] up to the start, and forks.ErrPoint.
// The record's ID is empty when nothing was made.
func (o *Orchestrator) Fork(ctx context.Context, r Request, seen Observer) (runs.Run, error) {
	seen = &oneAtATime{to: seen}
	r.Unstarted, r.Headless = true, false
	p, err := o.prepare(ctx, r)
	if err != nil {
		return runs.Run{}, err
	}
	o.remark(p, seen)
	d, err := o.deliver(ctx, p, seen)
	if err != nil {
		return runs.Run{}, err
	}
	err = d.close(nil)
	return d.record.Current(), err
}

// locate finds the CLI's program. A session that no CLI is started on can be made without it.
func (o *Orchestrator) locate(ctx context.Context, a inject.Adapter, r Request) (installed.Program, error) {
	program, err := o.Locate(ctx, a.Driver)
	if r.Unstarted && errors.Is(err, installed.ErrNotInstalled) {
		return installed.Program{Path: a.Driver.Program().Names[0]}, nil // as it will be called once it is there
	}
	return program, err
}
