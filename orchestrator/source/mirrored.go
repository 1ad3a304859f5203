package source

import (
	"context"

	"stead/catalog"
	"stead/orchestrator/history"
)

// mirrored returns a session in which a run was mirrored as that run's timeline, followed by what its CLI has added to
// it: so what came from elsewhere can go back as it was. Ok is false for any other session, and for one that is best
// read by itself: its records are all that is certain once the user has gone back in it to a place before its end.
func (f Finder) mirrored(ctx context.Context, source catalog.Source, target string) (found Source, ok bool) {
	run, m, ok := f.Runs.MirroredIn(source.Summary.CLI, source.Summary.ID)
	if !ok {
		return found, false
	}
	session, err := source.Open(ctx)
	if err != nil {
		return found, false
	}
	if ended, err := history.EndsAt(session, m.Lines); err != nil || !ended {
		return found, false
	}
	journal, err := f.Journal(ctx, run.ID)
	if err != nil {
		return found, false
	}
	reader, err := f.Catalog.Reader(m.CLI)
	if err != nil {
		return found, false
	}
	told := history.Delivered(history.Until(journal, run, m.Entries), run, target)
	told.Entries = history.Then(told.Entries, history.CapturedUpTo(m.Session, m.Lines,
		reader.Info()).Missing(session.Entries))
	return Source{Session: m.Session, Stream: told, Dir: session.Header.Project.Path}, true
}
