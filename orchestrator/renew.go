package orchestrator

import (
	"context"
	"errors"
	"fmt"
	"time"

	"stead/orchestrator/source"
	"stead/signals"
)

// Teller is a Terminal on which a line can be shown between two CLIs.
type Teller interface {
	// Tell shows a line while no CLI has the terminal.
	Tell(text string)
}

// renew goes on in the same CLI and session when the CLI was ended because its user has gone on in the mirror. It returns nil when the run ends
// here.
func (d *delivery) renew(ctx context.Context) *delivery {
	if !errors.Is(d.err, errNews) {
		return nil
	}
	next, err := d.anew(context.WithoutCancel(ctx))
	if err != nil {
		d.err = fmt.Errorf("go on in %s with what was said in the mirror: %w", d.receipt.CLI, err)
		return nil
	}
	return next
}

// anew brings over what the mirror has and prepares the CLI's next start, which says nothing of its own.
func (d *delivery) anew(ctx context.Context) (*delivery, error) {
	if err := d.record.Update(arrive); err != nil {
		return nil, err
	}
	word := d.mirror.AtRest(ctx, d.rest())
	if t, ok := d.request.Terminal.(Teller); ok && word != "" {
		t.Tell("stead: " + word + "; " + d.adapter.Driver.Info().Title + " goes on")
	}
	run := d.record.Current()
	journal, err := d.o.Sources().Journal(ctx, run.ID)
	if err != nil {
		return nil, err
	}
	r := d.request
	r.Prompt, r.Dir = "", run.Dir
	p, err := d.o.place(ctx, r, source.Source{Session: run.To, Stream: journal, Dir: run.Dir})
	if err != nil {
		return nil, err
	}
	next := &delivery{runState: d.runState, preparation: p, receipt: receiptOf(run)}
	return next, next.watch(ctx)
}

// meet brings over what was said in the mirror since the run ended, before its CLI is started again.
func (d *delivery) meet(ctx context.Context) error {
	if d.mirror == nil || d.isAwaited {
		return nil
	}
	before := d.record.Current().Lines
	d.mirror.AtRest(ctx, d.rest())
	now := d.record.Current().Lines
	if now == before {
		return nil
	}
	d.receipt.Lines, d.before = now, d.before.UpTo(now)
	return d.watch(ctx)
}

// steady is how long a CLI must have waited for its user before it may be ended: what it has still to write is written then.
const steady = time.Second

// IsIdle implements mirror.Worker.
func (s *supervision) IsIdle() bool {
	if s.request.Headless {
		return false
	}
	r := s.record.Current()
	return r.State == signals.Input && s.o.Host.Now().Sub(r.Since) >= steady && s.draft.IsEmpty() && !s.ordered.Load()
}

// errNews ends a CLI that waits for its user, so that it goes on with what was said in the mirror.
var errNews = errors.New("the run's mirror was gone on with")

// MakeWay implements mirror.Worker.
func (s *supervision) MakeWay() { s.stop(errNews) }
