package orchestrator

import (
	"cmp"
	"context"
	"fmt"

	"stead/forks"
	"stead/internal/adapter"
	"stead/orchestrator/history"
	"stead/runs"
	"stead/timeline"
	"stead/writers"
)

// origin is the session that a run continues.
type origin struct {
	session runs.Session
	stream  timeline.Stream
	// dir is the folder in which it was last worked on; "" when that is not known.
	dir string
	// isNew says that there is none yet: a CLI begins it.
	isNew bool
	// with is a second session that was merged into it.
	with string
	// leftOut is what was left out on the way to here.
	leftOut []writers.LeftOut
	// cut is where it was cut; the zero value for one that was not.
	cut forks.Cut
	// open names calls of which no result was recorded: a run was ended while they ran.
	open []string
	// note says what the user should know about how it was found.
	note string
}

// origin resolves a reference. A session that an earlier run made is read from that run's journal as far as that goes: there
// the entries of the run's own source still have their native records, so they can go back as they were. Target is the CLI that
// goes on with it.
func (o *Orchestrator) origin(ctx context.Context, reference, target string) (origin, error) {
	source, err := o.Catalog.Resolve(ctx, reference)
	if err != nil {
		return origin{}, err
	}
	if source.Run != "" {
		run, err := o.Runs.Load(source.Run)
		if err != nil {
			return origin{}, err
		}
		return o.wayBack(ctx, run, target)
	}
	if found, ok := o.mirrored(ctx, source, target); ok {
		return found, nil
	}
	var note string
	if run, ok := o.Runs.MadeBy(source.Summary.CLI, source.Summary.ID); ok && run.Home() != run.To.CLI {
		found, err := o.wayBack(ctx, run, target)
		if err == nil {
			return found, nil
		}
		note = fmt.Sprintf("the journal of run %s cannot be read (%v): what came from %s goes back converted, not as its original records",
			run.ID, err, run.Home())
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

// wayBack returns a run's journal, followed by what its CLI has added to the session since the run ended, as it is to be told to the target.
func (o *Orchestrator) wayBack(ctx context.Context, run runs.Run, target string) (origin, error) {
	journal, err := o.openJournal(ctx, run.ID)
	if err != nil {
		return origin{}, err
	}
	seen, err := history.ReadCaptured(journal, run)
	if err != nil {
		return origin{}, err
	}
	if later, err := o.openSession(ctx, run.To); err == nil {
		journal.Entries = history.Then(journal.Entries, seen.Missing(later.Entries))
	}
	open, err := history.Unsettled(journal, run)
	// The journal's header is the run's source's; the run may have been told to work elsewhere.
	return origin{
		session: run.To, stream: history.Told(journal, run, target), dir: cmp.Or(run.Dir, journal.Header.Project.Path),
		leftOut: history.LeftOut(run), open: open,
	}, err
}

func (o *Orchestrator) openJournal(ctx context.Context, id string) (timeline.Stream, error) {
	source, err := o.Catalog.Resolve(ctx, "run:"+id)
	if err != nil {
		return timeline.Stream{}, err
	}
	return source.Open(ctx)
}

func (o *Orchestrator) openSession(ctx context.Context, s runs.Session) (timeline.Stream, error) {
	r, err := o.Catalog.Reader(s.CLI)
	if err != nil {
		return timeline.Stream{}, err
	}
	return r.Open(ctx, adapter.Location{Path: s.Path, ID: s.ID})
}
