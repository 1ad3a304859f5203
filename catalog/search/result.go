package search

import (
	"errors"
	"fmt"
	"time"

	"stead/catalog/piece"
	"stead/timeline"
)

// Result is what was found.
type Result struct {
	// Sessions and Hits count all hits and the sessions that have one, however many are shown.
	Sessions, Hits int
	// Rows are the best hits, in the order that was asked for.
	Rows []Hit
	// Scanned says that the sessions' files were searched, not the index.
	Scanned bool
	// Incomplete says that sessions which are new could not be read in time: the same search finds them later.
	Incomplete bool
	// Warnings say what could not be searched, or not be shown.
	Warnings []error
}

// Hit is a piece of a session that was found.
type Hit struct {
	Session timeline.Summary
	// Reference names the session: the shortest that names no other.
	Reference string
	// Also names the sessions that have the text, too, as their CLI has copied it into them.
	Also []string
	// Turn counts the user's requests up to the hit: 0 before the first.
	Turn int
	// Entry is the id of the entry that has the text. It is empty where the text could not be read again.
	Entry string
	Kind  piece.Kind
	// Time is when the text was written. It is the zero value where its source does not tell.
	Time time.Time
	// Context is the text around the hit, in parts.
	Context []Span
	// Of is how many hits there are in its session. It is 0 for what is similar and has no word of the query.
	Of int
}

// Match is the first text around the hit that was searched for. It is empty where none was.
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
	// Match says that this is what was searched for.
	Match bool
}

// Order is an order of hits.
type Order string

// The orders.
const (
	// ByRank puts first where the words weigh most, among the newest thousand hits.
	ByRank Order = "rank"
	// ByAge puts the newest session first.
	ByAge Order = "age"
)

// NothingError says that nothing was found.
type NothingError struct{ Query string }

// Error says so.
func (e *NothingError) Error() string {
	return fmt.Sprintf("search for %s: nothing was found", e.Query)
}

// Unwrap returns ErrNothing.
func (e *NothingError) Unwrap() error { return ErrNothing }

// Hint says what to try.
func (e *NothingError) Hint() string {
	return "a word is found whole: add * for its beginnings (pars*); `stead search --help` shows what else can be asked"
}

// ErrNothing is what a [NothingError] wraps.
var ErrNothing = errors.New("nothing was found")
