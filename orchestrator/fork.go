package orchestrator

import (
	"context"

	"stead/runs"
)

// Fork makes a session that diverges from a point of another one, and starts no CLI on it: a run that ends after the
// delivery. The CLI need not be installed if its store can be written without it. Errors: those of [Orchestrator.Run]
// up to the start, and forks.ErrPoint. The record's ID is empty if nothing was made.
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
