package orchestrator

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"stead/forks"
	"stead/internal/installed"
	"stead/runs"
	"stead/timeline"
	"stead/writers"
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
	return d.ledger.current(), err
}

// found is the session that a request is about, as it goes on.
func (o *Orchestrator) found(ctx context.Context, r Request) (origin, error) {
	if r.Merge != nil {
		return o.merged(ctx, r)
	}
	from, err := o.origin(ctx, r.From, r.To)
	if err != nil {
		return origin{}, err
	}
	return o.cutAt(ctx, r, from)
}

// cutAt is the origin up to the point at which the request cuts it. An entry that is not in the journal by which a session of stead's own making is read,
// but in the session itself, is found there.
func (o *Orchestrator) cutAt(ctx context.Context, r Request, from origin) (origin, error) {
	if r.At.IsEnd() {
		return from, nil
	}
	stream, cut, err := forks.At(ctx, from.stream, r.At)
	if errors.Is(err, forks.ErrPoint) && r.At.Entry != "" {
		if own, found := o.openSession(ctx, from.session); found == nil {
			if part, at, found := forks.At(ctx, own, r.At); found == nil {
				stream, cut, err = part, at, nil
			}
		}
	}
	if err != nil {
		return from, fmt.Errorf("cut %s: %w", from.session.Reference(), err)
	}
	from.stream, from.cut, from.open = stream, cut, nil // nothing is open at a cut
	return from, nil
}

// Pin returns the point at which the request cuts its session, as the entry that it is now: a session that grows meanwhile is cut there all the
// same. Errors: those of the catalog and of the reader, forks.ErrPoint.
func (o *Orchestrator) Pin(ctx context.Context, r Request) (forks.Point, error) {
	from, err := o.origin(ctx, r.From, r.To)
	if err != nil {
		return r.At, err
	}
	_, cut, err := forks.At(ctx, from.stream, r.At)
	if err != nil || r.At.Entry != "" {
		return r.At, err
	}
	return forks.Point{Entry: cut.At}, nil
}

// openCalls is what a cut inside the work with tools leaves out.
const openCalls = "calls"

// reported returns the report with what the cut left out.
func (from origin) reported(r writers.Report) writers.Report {
	r.LeftOut = append(r.LeftOut, from.leftOut...)
	if from.cut.Open > 0 {
		r.LeftOut = append(r.LeftOut, writers.LeftOut{What: openCalls, Why: "they have no result yet at the cut", Count: from.cut.Open})
	}
	return r
}

// at is the entry after which a run goes its own way; empty at the session's end.
func (from origin) at() string {
	if from.cut.IsEnd() {
		return ""
	}
	return from.cut.At
}

// told is the cut as it is told to the user, if there is one.
func (from origin) told() *forks.Cut {
	if from.cut == (forks.Cut{}) {
		return nil
	}
	return &from.cut
}

// lineage says in a run's journal what the run has continued.
func (from origin) lineage(run runs.Run) *timeline.Lineage {
	return &timeline.Lineage{Parent: from.session.Reference(), At: from.at(), Kind: cmp.Or(run.Kind, timeline.LineageContinue), Run: run.ID, Extra: from.both()}
}

// locate finds the CLI's program. A session that no CLI is started on can be made without it.
func (o *Orchestrator) locate(ctx context.Context, a Adapter, r Request) (installed.Program, error) {
	program, err := o.Locate(ctx, a.Driver)
	if r.Unstarted && errors.Is(err, installed.ErrNotInstalled) {
		return installed.Program{Path: a.Driver.Program().Names[0]}, nil // as it will be called once it is there
	}
	return program, err
}

// sync is where a run is mirrored. What goes its own way from the middle of a session does not go behind the end of it.
func (from origin) sync(wanted Sync, seen Observer) Sync {
	if from.cut.IsEnd() || wanted != SyncSource {
		return wanted
	}
	seen.Note(fmt.Sprintf("%s is left as it is, and the run is mirrored in a new session: it was cut before its end", from.session.Reference()))
	return SyncSession
}
