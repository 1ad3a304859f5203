package history

import (
	"iter"

	"stead/adapters/adapter"
	"stead/runs"
	"stead/timeline"
)

// Entries are the entries of a stream.
type Entries = iter.Seq2[*timeline.Entry, error]

// Captured tracks which part of a CLI's own session a journal holds. The zero value holds nothing, and stays empty.
type Captured struct {
	of runs.Session
	// delivered is the last record that stead itself wrote.
	delivered int
	// forgets says that the CLI identifies records only by their ids.
	forgets bool
	// entries are the later ones, each by its record and its id. Both are needed: a CLI repeats an unfinished entry when
	// it is finished, and a run that is killed may end between two entries of one record.
	entries map[position]bool
}

type position struct {
	line int
	id   string
}

// positionOf returns an entry's position in its session.
func positionOf(e *timeline.Entry, forgets bool) position {
	if forgets {
		return position{id: e.ID}
	}
	return position{e.Native.Line, e.ID}
}

// CapturedUpTo holds the records of a session up to the given line, and nothing later. Info is that of its CLI.
func CapturedUpTo(s runs.Session, line int, info adapter.Info) Captured {
	return Captured{of: s, delivered: line, forgets: info.Forgets, entries: map[position]bool{}}
}

// UpTo also holds what stead itself has written since, up to a record.
func (c Captured) UpTo(line int) Captured {
	c.delivered = line
	return c
}

// ReadCaptured reads which part of the run's own session its journal holds. Info is that of its CLI. Its errors are
// those of the journal.
func ReadCaptured(journal timeline.Stream, run runs.Run, info adapter.Info) (Captured, error) {
	c := CapturedUpTo(run.To, run.Lines, info)
	for e, err := range journal.Entries {
		if err != nil {
			return c, err
		}
		if n := e.Native; n != nil && n.Session == run.To.ID {
			c.Add(e)
		}
	}
	return c, nil
}

// Add records an entry that the journal has received.
func (c Captured) Add(e *timeline.Entry) {
	if e.Native != nil && c.entries != nil {
		c.entries[positionOf(e, c.forgets)] = true
	}
}

// Has reports whether the journal holds an entry of the session.
func (c Captured) Has(e *timeline.Entry) bool {
	if c.entries == nil {
		return false
	}
	return e.Native == nil || e.Native.Line <= c.delivered || c.entries[positionOf(e, c.forgets)]
}

// Missing yields the entries of the session that the journal does not hold.
func (c Captured) Missing(session Entries) Entries {
	return func(yield func(*timeline.Entry, error) bool) {
		for e, err := range session {
			if err == nil {
				if c.Has(e) {
					continue
				}
				e = Belonging(e, c.of)
			}
			if !yield(e, err) {
				return
			}
		}
	}
}

// Then yields the first entries, then the second.
func Then(first, second Entries) Entries {
	return func(yield func(*timeline.Entry, error) bool) {
		for _, part := range []Entries{first, second} {
			for e, err := range part {
				if !yield(e, err) {
					return
				}
			}
		}
	}
}

// Belonging records in an entry which session it is from, because in a journal that can differ from the header's
// session.
func Belonging(e *timeline.Entry, s runs.Session) *timeline.Entry {
	if e.Native == nil || e.Native.Session != "" {
		return e
	}
	noted, native := *e, *e.Native
	native.Session = s.ID
	noted.Native = &native
	return &noted
}
