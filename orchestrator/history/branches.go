package history

import (
	"slices"

	"stead/adapters/adapter"
	"stead/runs"
	"stead/timeline"
	"stead/writers"
)

// LeftOut lists the parts of a run's timeline that are not delivered, because they are branches that remain in a
// mirror.
func LeftOut(run runs.Run) (all []writers.LeftOut) {
	for _, m := range run.Mirrors {
		if m.Parted > 0 {
			all = append(all, writers.LeftOut{What: "branch", Why: "it was said in " + m.Reference() + " and is there",
				Count: m.Parted})
		}
	}
	for i, hop := range run.Hops {
		if run.LeftInside(i) && (hop.To.CLI != run.To.CLI || hop.To.ID != run.To.ID) {
			all = append(all, writers.LeftOut{What: "session", Why: "you left " + hop.To.Reference() +
				" for another one, and it is there", Count: 1})
		}
	}
	return all
}

// partedIn counts the entries in mirrors that the run has parted from.
func partedIn(run runs.Run) (count int) {
	for _, m := range run.Mirrors {
		count += m.Parted
	}
	return count
}

// Unkept returns those of the entries of a mirror that the journal does not hold yet. Info is that of its CLI. Its
// errors are those of the journal.
func Unkept(journal timeline.Stream, of runs.Session, info adapter.Info,
	all []*timeline.Entry) ([]*timeline.Entry, error) {
	kept, err := ReadCaptured(journal, runs.Run{To: of}, info)
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(slices.Clone(all), kept.Has), nil
}

// EndsAt reports whether the conversation has continued from the end that it had at a record: the last entry up to
// there still belongs to it.
func EndsAt(s timeline.Stream, line int) (bool, error) {
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
