package orchestrator

import (
	"context"
	"errors"
	"fmt"
	"time"

	"stead/internal/adapter"
	"stead/orchestrator/history"
	"stead/orchestrator/source"
	"stead/runs"
	"stead/signs"
	"stead/timeline"
	"stead/writers"
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
	d.mirror.update(ctx, moment{rest: d})
	if t, ok := d.request.Terminal.(Teller); ok && d.mirror.word != "" {
		t.Tell("stead: " + d.mirror.word + "; " + d.adapter.Driver.Info().Title + " goes on")
	}
	d.mirror.word = ""
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
	next := &delivery{course: d.course, preparation: p, receipt: receiptOf(run)}
	return next, next.watch(ctx)
}

// receiptLocation is where the run's own session lies.
func (d *delivery) receiptLocation() adapter.Location {
	return adapter.Location{Path: d.receipt.Path, ID: d.receipt.ID}
}

// meet brings over what was said in the mirror since the run ended, before its CLI is started again.
func (d *delivery) meet(ctx context.Context) error {
	if d.mirror == nil || d.isAwaited {
		return nil
	}
	before := d.record.Current().Lines
	d.mirror.update(ctx, moment{rest: d})
	d.mirror.word = ""
	now := d.record.Current().Lines
	if now == before {
		return nil
	}
	d.receipt.Lines, d.before = now, d.before.UpTo(now)
	return d.watch(ctx)
}

// complete ends a step in which stead was killed while it brought what was said in the mirror into the run. When it had not come to the session
// yet, nothing has happened, and it is begun anew.
func (d *delivery) complete(ctx context.Context, run runs.Run) (runs.Run, error) {
	present, ok := run.Mirror()
	if d.mirror == nil || run.Taking == nil || !ok {
		return run, nil
	}
	now, err := writers.FingerprintOf(ctx, d.adapter.Writer, d.receiptLocation())
	if err != nil || now == run.Taking.Fingerprint {
		return d.dropTaking(err)
	}
	session, err := d.mirror.home.Reader.Open(ctx, present.Location())
	if err != nil {
		return d.dropTaking(err)
	}
	taken := gained{lines: run.Taking.Lines}
	err = session.Each(ctx, func(e *timeline.Entry) error {
		if n := e.Native; n != nil && n.Line > present.Lines && n.Line <= run.Taking.Lines {
			taken.entries = append(taken.entries, history.Belonging(e.Clone(), present.Session))
		}
		return nil
	})
	if err != nil {
		return run, err
	}
	if taken.fingerprint, err = writers.FingerprintOf(ctx, d.mirror.home.Writer, present.Location()); err != nil {
		return run, err
	}
	own, err := lastRecord(ctx, d.adapter, runs.Mirror{Session: run.To})
	if err == nil {
		err = d.mirror.taken(ctx, present, taken, own)
	}
	d.receipt.Lines = own
	return d.record.Current(), err
}

// dropTaking forgets what was begun.
func (d *delivery) dropTaking(err error) (runs.Run, error) {
	return d.record.Current(), errors.Join(err, d.record.Update(func(r *runs.Run) { r.Taking = nil }))
}

// steady is how long a CLI must have waited for its user before it may be ended: what it has still to write is written then.
const steady = time.Second

// isIdle reports whether the CLI waits for its user, and nothing that was typed stands in its composer.
func (s *supervision) isIdle() bool {
	if s == nil || s.request.Headless {
		return false
	}
	r := s.record.Current()
	return r.State == signs.Input && s.o.Host.Now().Sub(r.Since) >= steady && s.draft.IsEmpty() && !s.ordered.Load()
}

// errNews ends a CLI that waits for its user, so that it goes on with what was said in the mirror.
var errNews = errors.New("the run's mirror was gone on with")
