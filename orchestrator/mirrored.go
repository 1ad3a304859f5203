package orchestrator

import (
	"context"
	"slices"

	"stead/catalog"
	"stead/runs"
	"stead/timeline"
	"stead/writers"
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
	told := retold(withoutBranches(until(journal, run, m.Entries), run), run.Again, target)
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

// withoutBranches leaves out what was said in mirrors that the run has parted from: it is there.
func withoutBranches(s timeline.Stream, run runs.Run) timeline.Stream {
	if partedIn(run) == 0 {
		return s
	}
	all := s.Entries
	s.Entries = func(yield func(*timeline.Entry, error) bool) {
		for e, err := range all {
			if err == nil && e.Branch != "" && isTaken(e, run) {
				continue
			}
			if !yield(e, err) {
				return
			}
		}
	}
	return s
}

// branchesOf says what of a run's timeline is not told on, since it is a branch that lies in a mirror.
func branchesOf(run runs.Run) (all []writers.LeftOut) {
	for _, m := range run.Mirrors {
		if m.Parted > 0 {
			all = append(all, writers.LeftOut{What: "branch", Why: "it was said in " + m.Reference() + " and is there", Count: m.Parted})
		}
	}
	return all
}

// partedIn counts what was said in mirrors that a run has parted from.
func partedIn(run runs.Run) (count int) {
	for _, m := range run.Mirrors {
		count += m.Parted
	}
	return count
}

// unkept are those of the entries of a mirror that the journal does not hold yet.
func unkept(journal timeline.Stream, of runs.Session, all []*timeline.Entry) ([]*timeline.Entry, error) {
	kept, err := readCaptured(journal, runs.Run{To: of})
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(slices.Clone(all), kept.has), nil
}
