package source

import (
	"context"

	"stead/catalog"
	"stead/orchestrator/history"
)

// mirrored returns a session in which a run was mirrored as that run's timeline, followed by what its CLI has added to
// it, so that entries from elsewhere can be restored exactly. Ok is false for any other session. It is also false for a
// session in which the user has gone back to a place before its end: then only its own records are certain.
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
