package orchestrator

import (
	"context"

	"stead/catalog"
	"stead/timeline"
)

// mirrored returns a session in which a run was mirrored as that run's timeline, followed by what its CLI has added to it: so what
// came from elsewhere can go back as it was. Ok is false for any other session, and for one that is best read by itself: its
// records are all that is certain once the user has gone back in it to a place before its end.
func (o *Orchestrator) mirrored(ctx context.Context, source catalog.Source, target string) (found origin, ok bool) {
	run, m, ok := o.Runs.MirroredIn(source.Summary.CLI, source.Summary.ID)
	if !ok {
		return found, false
	}
	session, err := source.Open(ctx)
	if err != nil {
		return found, false
	}
	if ended, err := endsAt(session, m.Lines); err != nil || !ended {
		return found, false
	}
	journal, err := o.openJournal(ctx, run.ID)
	if err != nil {
		return found, false
	}
	told := retold(until(journal, run, m.Entries), run.Again, target)
	told.Entries = then(told.Entries, captured{of: m.Session, delivered: m.Lines}.missing(session.Entries))
	return origin{session: m.Session, stream: told, dir: session.Header.Project.Path}, true
}

// endsAt reports whether the conversation has gone on from the end that it had at a record: the last entry up to there still
// belongs to it.
func endsAt(s timeline.Stream, line int) (bool, error) {
	belongs, last := false, 0
	for e, err := range s.Entries {
		if err != nil {
			return false, err
		}
		if n := e.Native; n != nil && n.Line <= line && n.Line >= last && !e.Hidden {
			last, belongs = n.Line, e.Branch == ""
		}
	}
	return belongs, nil
}
