package orchestrator

import (
	"iter"

	"stead/runs"
	"stead/timeline"
)

// entries are those of a stream.
type entries = iter.Seq2[*timeline.Entry, error]

// position says how much of a CLI's own session a journal holds.
type position struct {
	// line is the last record, of which the journal has so many entries: a run that is killed may end between two of one record.
	line, count int
}

// captured returns how much of the run's own session its journal holds.
func captured(journal timeline.Stream, run runs.Run) (position, error) {
	at := position{line: run.Lines}
	for e, err := range journal.Entries {
		if err != nil {
			return at, err
		}
		n := e.Native
		if n == nil || n.Session != run.To.ID || n.Line < at.line {
			continue
		}
		if n.Line > at.line {
			at = position{line: n.Line}
		}
		at.count++
	}
	return at, nil
}

// beyond ranges over what the session holds after the position.
func (at position) beyond(session entries, of runs.Session) entries {
	return func(yield func(*timeline.Entry, error) bool) {
		skipped := 0
		for e, err := range session {
			if err == nil {
				if e.Native == nil || e.Native.Line < at.line {
					continue
				}
				if e.Native.Line == at.line && (at.count == 0 || skipped < at.count) {
					skipped++
					continue
				}
				e = belongingTo(e, of)
			}
			if !yield(e, err) {
				return
			}
		}
	}
}

// then ranges over one after the other.
func then(first, second entries) entries {
	return func(yield func(*timeline.Entry, error) bool) {
		for _, part := range []entries{first, second} {
			for e, err := range part {
				if !yield(e, err) {
					return
				}
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

// retold is a run's timeline as it is told to a CLI. To one that already was part of the run, and holds a prompt with which stead made it
// go on, that prompt is told as it stands in its session, and what it repeats is not.
func retold(journal timeline.Stream, again []runs.Again, target string) timeline.Stream {
	given, repeated := map[string]bool{}, map[string]bool{}
	for _, a := range again {
		if a.Session.CLI == target {
			given[a.Session.ID+" "+a.Entry], repeated[a.Of] = true, a.Of != ""
		}
	}
	if len(given) == 0 {
		return journal
	}
	told := journal.Entries
	journal.Entries = func(yield func(*timeline.Entry, error) bool) {
		for e, err := range told {
			if err == nil && repeated[e.ID] {
				continue
			}
			if err == nil && e.Native != nil && given[e.Native.Session+" "+e.ID] {
				shown := *e
				shown.Hidden = false
				e = &shown
			}
			if !yield(e, err) {
				return
			}
		}
	}
	return journal
}
