package search

import (
	"errors"
	"fmt"
	"time"

	"stead/catalog/piece"
	"stead/timeline"
)

// Result is the result of a search.
type Result struct {
	// Sessions and Hits count all hits and the sessions that have any, however many are shown.
	Sessions, Hits int
	// Rows are the best hits, in the requested order.
	Rows []Hit
	// Scanned reports that the search used the sessions' files instead of the index.
	Scanned bool
	// Incomplete reports that some new sessions could not be read in time. The same search finds them later.
	Incomplete bool
	// Warnings describe what could not be searched or shown.
	Warnings []error
}

// Hit is a piece of a session that matches the query.
type Hit struct {
	Session timeline.Summary
	// Reference is the shortest reference that names the session and no other.
	Reference string
	// Also names the other sessions that contain the text, because their CLI copied it into them.
	Also []string
	// Turn counts the user's requests up to the hit. It is 0 before the first one.
	Turn int
	// Entry is the id of the entry with the text. It is empty if the text could not be read again.
	Entry string
	Kind  piece.Kind
	// Time is when the text was written. It is zero if the source does not say.
	Time time.Time
	// Context is the text around the hit, divided into spans.
	Context []Span
	// Of is the number of hits in the session. It is 0 for a similar text without any word of the query.
	Of int
}

// Match returns the first matching text in the context. It is empty if there is none.
func (h Hit) Match() string {
	for _, s := range h.Context {
		if s.Match {
			return s.Text
		}
	}
	return ""
}

// Span is a part of a text.
type Span struct {
	Text string
	// Match reports that the query matched this part.
	Match bool
}

// Order is a sort order of hits.
type Order string

// The orders.
const (
	// ByRank sorts the newest thousand hits by the weight of their words.
	ByRank Order = "rank"
	// ByAge puts the newest session first.
	ByAge Order = "age"
)

// NothingError means that a search found nothing.
type NothingError struct{ Query string }

// Error returns the message.
func (e *NothingError) Error() string {
	return fmt.Sprintf("search for %s: nothing was found", e.Query)
}

// Unwrap returns ErrNothing.
func (e *NothingError) Unwrap() error { return ErrNothing }

// Hint says what the user can try.
func (e *NothingError) Hint() string {
	return "a word is found whole: add * for its beginnings (pars*); `stead search --help` shows what else can be asked"
}

// ErrNothing is what a [NothingError] wraps.
var ErrNothing = errors.New("nothing was found")
