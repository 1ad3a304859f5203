package orchestrator

import (
	"iter"

	"stead/runs"
	"stead/timeline"
)

// entries are those of a stream.
type entries = iter.Seq2[*timeline.Entry, error]

// captured says what of a CLI's own session a journal holds.
type captured struct {
	of runs.Session
	// delivered is the last record that stead itself wrote.
	delivered int
	// entries are the later ones, each by its record and its id: what a CLI has not finished is told again when it is, and a run
	// that is killed may end between two entries of one record.
	entries map[place]bool
}

type place struct {
	line int
	id   string
}

// readCaptured reads what of the run's own session its journal holds.
func readCaptured(journal timeline.Stream, run runs.Run) (captured, error) {
	c := captured{of: run.To, delivered: run.Lines, entries: map[place]bool{}}
	for e, err := range journal.Entries {
		if err != nil {
			return c, err
		}
		if n := e.Native; n != nil && n.Session == run.To.ID {
			c.add(e)
		}
	}
	return c, nil
}

func (c captured) add(e *timeline.Entry) {
	if e.Native != nil && c.entries != nil {
		c.entries[place{e.Native.Line, e.ID}] = true
	}
}

// has reports whether the journal holds an entry of the session.
func (c captured) has(e *timeline.Entry) bool {
	return e.Native == nil || e.Native.Line <= c.delivered || c.entries[place{e.Native.Line, e.ID}]
}

// missing ranges over what of the session the journal does not hold.
func (c captured) missing(session entries) entries {
	return func(yield func(*timeline.Entry, error) bool) {
		for e, err := range session {
			if err == nil {
				if c.has(e) {
					continue
				}
				e = belongingTo(e, c.of)
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
