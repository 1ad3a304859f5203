package source

import (
	"cmp"
	"context"
	"fmt"

	"stead/adapters/adapter"
	"stead/catalog"
	"stead/forks"
	"stead/inject/policy"
	"stead/internal/term/plain"
	"stead/orchestrator/history"
	"stead/runs"
	"stead/timeline"
)

// Finder finds sessions and prepares them to be continued. All fields must be set.
type Finder struct {
	Catalog *catalog.Catalog
	Runs    runs.Folder
	Host    adapter.Host
}

// Query says which session is wanted, and which part of it.
type Query struct {
	// From is the session's reference, To the CLI that continues it.
	From, To string
	// Trusted lets a session from outside keep its statements about itself that are not part of its conversation.
	Trusted bool
	// At is where the session is cut.
	At forks.Point
	// Merge describes what is brought back into it. Nil if there is nothing.
	Merge *Merge
}

// Find returns a session, ready to continue. Errors: those of the catalog and of the reader, forks.ErrPoint,
// ErrNothingNew, ErrNoParent.
func (f Finder) Find(ctx context.Context, q Query) (Source, error) {
	if q.Merge != nil {
		return f.merged(ctx, q)
	}
	from, err := f.resolve(ctx, q)
	if err != nil {
		return Source{}, err
	}
	return f.cutAt(ctx, q, from)
}

// resolve resolves a reference. Of a session from outside, it returns only the conversation.
func (f Finder) resolve(ctx context.Context, q Query) (Source, error) {
	source, err := f.Catalog.Resolve(ctx, q.From)
	if err != nil {
		return Source{}, err
	}
	if source.IsForeign && !q.Trusted {
		return f.foreign(ctx, source)
	}
	return f.own(ctx, source, q.To)
}

// foreign returns the conversation of a session from outside. It continues in the current folder, because the folder
// that the file names is a stranger's choice.
func (f Finder) foreign(ctx context.Context, source catalog.Source) (Source, error) {
	stream, err := source.Open(ctx)
	if err != nil {
		return Source{}, err
	}
	from := Source{Session: sessionOf(source.Summary, stream.Header), Outside: policy.ConversationOf(stream),
		Dir: f.Catalog.Dir(), Draft: source.Draft}
	from.Stream = from.Outside.Stream
	if source.Doubt != "" {
		from.Note = "the session counts as one from outside: " + source.Doubt
	} else if held := stream.Header.Project.Path; held != "" && held != from.Dir {
		from.Note = fmt.Sprintf(
			"the session was held in %s; as it comes from outside, it continues in the current folder, %s", plain.Line(
				held), from.Dir)
	}
	return from, nil
}

// own returns a session that only the user's own programs can have written. A session that an earlier run made is read
// from that run's journal as far as the journal goes: there the entries of the run's own source still have their native
// records, so they can be restored exactly.
func (f Finder) own(ctx context.Context, source catalog.Source, target string) (Source, error) {
	if source.Draft != "" {
		return f.edited(ctx, source)
	}
	if source.Run != "" {
		run, err := f.Runs.Load(source.Run)
		if err != nil {
			return Source{}, err
		}
		return f.wayBack(ctx, run, nil, target)
	}
	if found, ok := f.mirrored(ctx, source, target); ok {
		return found, nil
	}
	if run, since, ok := f.Runs.LeftIn(source.Summary.CLI, source.Summary.ID); ok && run.Home() != run.To.CLI {
		if _, isOpened := run.Base(); !isOpened {
			if found, err := f.wayBack(ctx, run, since, target); err == nil {
				return found, nil
			}
		}
	}
	var note string
	if run, ok := f.Runs.MadeBy(source.Summary.CLI, source.Summary.ID); ok && run.Home() != run.To.CLI {
		found, err := f.wayBack(ctx, run, nil, target)
		if err == nil {
			return found, nil
		}
		note = fmt.Sprintf(
			"the journal of run %s cannot be read (%v): the part from %s returns converted, not as its original records",
			run.ID, err, run.Home())
	}
	stream, err := source.Open(ctx)
	return Source{
		Session: sessionOf(source.Summary, stream.Header), Stream: stream, Dir: stream.Header.Project.Path, Note: note,
	}, err
}

// sessionOf returns the session's identity. If it was found by its path, only the header knows the id.
func sessionOf(s timeline.Summary, h timeline.Header) runs.Session {
	return runs.Session{CLI: s.CLI, ID: cmp.Or(s.ID, h.Source.OriginalID, h.ID), Path: s.Path}
}

// wayBack returns a run's journal, followed by what its CLI has added to the session since the run ended, in the form
// for the target. Since lists sessions in which the run worked after that; they are left out.
func (f Finder) wayBack(ctx context.Context, run runs.Run, since []runs.Session, target string) (Source, error) {
	if base, ok := run.Base(); ok && base == run.To {
		if opened, err := f.Open(ctx, base); err == nil { // the screen shows nothing else
			return Source{Session: base, Stream: opened, Dir: cmp.Or(run.Dir, opened.Header.Project.Path),
				LeftOut: history.LeftOut(run)}, nil
		}
	}
	journal, err := f.Journal(ctx, run.ID)
	if err != nil {
		return Source{}, err
	}
	if journal, err = f.continued(ctx, history.Without(journal, since), run); err != nil {
		return Source{}, err
	}
	open, err := history.Unsettled(journal, run)
	// The journal's header is that of the run's source; the run may have been told to work elsewhere.
	return Source{
		Session: run.To, Stream: history.Delivered(journal, run, target), Dir: cmp.Or(run.Dir, journal.Header.Project.Path),
		LeftOut: history.LeftOut(run), Open: open,
	}, err
}

// continued returns a run's journal followed by the entries of its session that the journal lacks, with the branches
// that are active in the session. If the session cannot be opened, the journal alone counts.
func (f Finder) continued(ctx context.Context, journal timeline.Stream, run runs.Run) (timeline.Stream, error) {
	session, err := f.Open(ctx, run.To)
	if err != nil {
		return journal, nil
	}
	reader, err := f.Catalog.Reader(run.To.CLI)
	if err != nil {
		return journal, err
	}
	seen, err := history.ReadCaptured(journal, run, reader.Info())
	if err != nil {
		return journal, err
	}
	path, err := history.ReadPath(journal, session, run, reader.Info())
	if err != nil {
		return journal, err
	}
	agents, err := history.Agents(session, run)
	if err != nil {
		return journal, err
	}
	journal = history.WithAgents(path.Over(journal), agents)
	journal.Entries = history.Then(journal.Entries, path.Named(seen.Missing(session.Entries)))
	return history.WithBranches(journal)
}

// Journal opens the journal of a run. Errors: those of the catalog.
func (f Finder) Journal(ctx context.Context, id string) (timeline.Stream, error) {
	source, err := f.Catalog.Resolve(ctx, "run:"+id)
	if err != nil {
		return timeline.Stream{}, err
	}
	return source.Open(ctx)
}

// Open opens a session of a CLI. Errors: those of the catalog and of the reader.
func (f Finder) Open(ctx context.Context, s runs.Session) (timeline.Stream, error) {
	r, err := f.Catalog.Reader(s.CLI)
	if err != nil {
		return timeline.Stream{}, err
	}
	return r.Open(ctx, adapter.Location{Path: s.Path, ID: s.ID})
}
