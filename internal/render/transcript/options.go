package transcript

import (
	"time"

	"stead/internal/adapt/attached"
	"stead/timeline"
)

// Options configure how a session is written to a file for people.
type Options struct {
	// Most is the maximum number of bytes of a folded text. 0 means no limit.
	Most int
	// Zone is the time zone of the file's reader.
	Zone *time.Location
}

// Written describes the contents of a file for people.
type Written struct {
	// Entries counts the entries, including those of sub-agents. Shortened counts texts of which only the beginning was
	// written.
	Entries, Shortened int
	// Unread holds, for each attachment whose file could not be shown, the reason.
	Unread []error
}

// Count adds a step, without its sub-agents.
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

// Shorten counts a text from which left bytes were left out.
func (w *Written) Shorten(left int64) {
	if left > 0 {
		w.Shortened++
	}
}
