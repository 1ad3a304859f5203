package orchestrator

import (
	"cmp"
	"context"
	"fmt"

	"stead/internal/adapter"
	"stead/runs"
	"stead/timeline"
)

// origin is the session that a run continues.
type origin struct {
	session runs.Session
	stream  timeline.Stream
	// dir is the folder in which it was last worked on; "" when that is not known.
	dir string
	// note says what the user should know about how it was found.
	note string
}

// origin resolves a reference. A session that an earlier run made is read from that run's journal as far as that goes: there
// the entries of the run's own source still have their native records, so they can go back as they were.
func (o *Orchestrator) origin(ctx context.Context, reference string) (origin, error) {
	source, err := o.Catalog.Resolve(ctx, reference)
	if err != nil {
		return origin{}, err
	}
	if source.Run != "" {
		run, err := o.Runs.Load(source.Run)
		if err != nil {
			return origin{}, err
		}
		return o.wayBack(ctx, run)
	}
	var note string
	if run, ok := o.Runs.MadeBy(source.Summary.CLI, source.Summary.ID); ok && run.From.CLI != run.To.CLI {
		found, err := o.wayBack(ctx, run)
		if err == nil {
			return found, nil
		}
		note = fmt.Sprintf("the journal of run %s cannot be read (%v): what came from %s goes back converted, not as its original records",
			run.ID, err, run.From.Reference())
	}
	stream, err := source.Open(ctx)
	return origin{
		session: sessionOf(source.Summary, stream.Header), stream: stream, dir: stream.Header.Project.Path, note: note,
	}, err
}

// sessionOf names the session. Of one that was found by its path, only the header knows the id.
func sessionOf(s timeline.Summary, h timeline.Header) runs.Session {
	return runs.Session{CLI: s.CLI, ID: cmp.Or(s.ID, h.Source.OriginalID, h.ID), Path: s.Path}
}

// wayBack returns a run's journal, followed by what its CLI has added to the session since the run ended.
func (o *Orchestrator) wayBack(ctx context.Context, run runs.Run) (origin, error) {
	source, err := o.Catalog.Resolve(ctx, "run:"+run.ID)
	if err != nil {
		return origin{}, err
	}
	journal, err := source.Open(ctx)
	if err != nil {
		return origin{}, err
	}
	last, err := lastCaptured(journal, run)
	if err != nil {
		return origin{}, err
	}
	if later, err := o.openSession(ctx, run.To); err == nil {
		journal.Entries = then(journal.Entries, later.Entries, run, last)
	}
	// The journal's header is the run's source's; the run may have been told to work elsewhere.
	return origin{session: run.To, stream: journal, dir: cmp.Or(run.Dir, journal.Header.Project.Path)}, nil
}

// lastCaptured returns the position of the last record of the run's own session that the journal holds.
func lastCaptured(journal timeline.Stream, run runs.Run) (int, error) {
	last := run.Lines
	for e, err := range journal.Entries {
		if err != nil {
			return 0, err
		}
		if n := e.Native; n != nil && n.Session == run.To.ID {
			last = max(last, n.Line)
		}
	}
	return last, nil
}

// then ranges over the journal and after it over those entries of the session that lie beyond the last captured record.
func then(journal, session func(func(*timeline.Entry, error) bool), run runs.Run, last int) func(func(*timeline.Entry, error) bool) {
	return func(yield func(*timeline.Entry, error) bool) {
		for e, err := range journal {
			if !yield(e, err) {
				return
			}
		}
		for e, err := range session {
			if err == nil && (e.Native == nil || e.Native.Line <= last) {
				continue
			}
			if err == nil {
				e = belongingTo(e, run.To)
			}
			if !yield(e, err) {
				return
			}
		}
	}
}

// belongingTo notes in an entry's record which session it is from: in a journal that is another than the header's.
func belongingTo(e *timeline.Entry, s runs.Session) *timeline.Entry {
	if e.Native == nil || e.Native.Session != "" {
		return e
	}
	noted, native := *e, *e.Native
	native.Session = s.ID
	noted.Native = &native
	return &noted
}

func (o *Orchestrator) openSession(ctx context.Context, s runs.Session) (timeline.Stream, error) {
	r, err := o.Catalog.Reader(s.CLI)
	if err != nil {
		return timeline.Stream{}, err
	}
	return r.Open(ctx, adapter.Location{Path: s.Path, ID: s.ID})
}
