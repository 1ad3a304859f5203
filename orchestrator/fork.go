package orchestrator

import (
	"context"

	"stead/runs"
)

// Fork makes a session that goes its own way from a point of another, and starts no CLI on it: a run of which only the
// delivery was done. The CLI need not be installed where its store can be written without it. Errors: those of
// [Orchestrator.Run] up to the start, and forks.ErrPoint. The record's ID is empty when nothing was made.
func (o *Orchestrator) Fork(ctx context.Context, request Request, seen Observer) (runs.Run, error) {
	seen = &oneAtATime{to: seen}
	request.Unstarted, request.Headless = true, false
	d, err := o.prepare(ctx, request)
	if err != nil {
		return runs.Run{}, err
	}
	o.remarks(seen).make(d)
	r, err := o.deliver(ctx, request, d, seen)
	if err != nil {
		return runs.Run{}, err
	}
	err = r.close(nil)
	return r.files.Record.Current(), err
}
