package transcript

import (
	"time"

	"stead/internal/adapt/attached"
	"stead/timeline"
)

// Options say how a session is written into a file for people.
type Options struct {
	// Most is how many bytes of a folded text are written; 0 is no limit.
	Most int
	// Zone is where the reader of the file is.
	Zone *time.Location
}

// Written says what a file for people holds.
type Written struct {
	// Entries counts the entries, those of sub-agents included. Shortened counts texts of which only the beginning was
	// written.
	Entries, Shortened int
	// Unread are the reasons why attachments whose bytes lie in files are not shown, one for each.
	Unread []error
}

// Count adds a step, its sub-agents left out.
func (w *Written) Count(s Step) {
	for _, e := range []*timeline.Entry{s.Entry, s.Result} {
		if e == nil {
			continue
		}
		w.Entries++
		for _, a := range e.Attachments {
			if err := attached.Check(&a); err != nil && a.Path != "" {
				w.Unread = append(w.Unread, err)
			}
		}
	}
}

// Shorten adds a text, of which so many bytes were left out.
func (w *Written) Shorten(left int64) {
	if left > 0 {
		w.Shortened++
	}
}
