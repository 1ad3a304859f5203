package orchestrator

import (
	"context"
	"fmt"

	"stead/orchestrator/source"
	"stead/runs"
	"stead/writers"
)

// Teller is a Terminal that can show a line between two CLIs.
type Teller interface {
	// Tell shows a line while no CLI has the terminal.
	Tell(text string)
}

// renew continues in the same CLI and session after the CLI was ended because its user has continued in the mirror. It
// brings over the mirror's new turns and prepares the CLI's next start, which has no prompt of its own.
func (r *run) renew(ctx context.Context) (*part, error) {
	next, err := r.anew(context.WithoutCancel(ctx))
	if err != nil {
		return nil, fmt.Errorf("continue in %s with the mirror's new turns: %w", r.part.delivery.Session.Receipt.CLI, err)
	}
	return next, nil
}

func (r *run) anew(ctx context.Context) (*part, error) {
	if err := r.files.Record.Update(arrive); err != nil {
		return nil, err
	}
	word := r.mirror.AtRest(ctx, r.rest())
	if t, ok := r.request.Terminal.(Teller); ok && word != "" {
		t.Tell("stead: " + word + "; " + r.part.delivery.Title() + " continues")
	}
	of := r.files.Record.Current()
	journal, err := r.o.Sources().Journal(ctx, of.ID)
	if err != nil {
		return nil, err
	}
	request := r.part.delivery.Request
	request.Prompt, request.Dir = "", of.Dir
	d, err := r.o.planner().Reach(ctx, request, source.Source{Session: of.To, Stream: journal, Dir: of.Dir})
	if err != nil {
		return nil, err
	}
	d.Session.Receipt = receiptOf(of)
	return &part{delivery: d, isRenewed: true}, d.Session.Watch(ctx)
}

// meetMirror brings over the mirror's turns since the run ended, before the run's CLI is started again.
func (r *run) meetMirror(ctx context.Context) error {
	d := r.part.delivery
	if r.mirror == nil || d.Session.IsAwaited {
		return nil
	}
	before := r.files.Record.Current().Lines
	r.mirror.AtRest(ctx, r.rest())
	now := r.files.Record.Current().Lines
	if now == before {
		return nil
	}
	d.Session.Receipt.Lines, r.part.before = now, r.part.before.UpTo(now)
	return d.Session.Watch(ctx)
}

// receiptOf returns the writer's receipt for the run's session.
func receiptOf(of runs.Run) writers.Receipt {
	return writers.Receipt{CLI: of.To.CLI, ID: of.To.ID, Path: of.To.Path, Dir: of.Dir, Lines: of.Lines,
		Report: of.Delivered}
}
