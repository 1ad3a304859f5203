package runs

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"stead/adapters/adapter"
)

// partMark stands between a run's name and the number of a part of it, as it stands between a database and one of its
// sessions.
const partMark = "#"

// Parts are the sessions that the run went through, in order: those that it has left, and the one that it is in.
func (r Run) Parts() []Hop {
	return append(r.Hops[:len(r.Hops):len(r.Hops)], Hop{To: r.To, Opened: r.Opened, Lines: r.Lines,
		Delivered: r.Delivered})
}

// NamedPart is one of several parts of a run, by the reference that names it.
type NamedPart struct {
	Reference string `json:"reference"`
	// Session is the reference of the session that it is.
	Session string  `json:"session"`
	Opened  Opening `json:"opened,omitempty"`
	// Ended is when it was left. Zero for the one that the run is in.
	Ended time.Time `json:"ended,omitzero"`
}

// NamedParts are the run's parts, in order. None for a run that stayed in one session.
func (r Run) NamedParts() (named []NamedPart) {
	if len(r.Hops) == 0 {
		return nil
	}
	for i, part := range r.Parts() {
		named = append(named, NamedPart{Reference: PartReference(r.ID, i+1), Session: part.To.Reference(),
			Opened: part.Opened, Ended: part.Ended})
	}
	return named
}

// PartReference names a part of a run. Parts count from 1.
func PartReference(run string, number int) string {
	return "run:" + run + partMark + strconv.Itoa(number)
}

// SplitPart takes the number of a part off what names a run. It is empty for a run as a whole.
func SplitPart(name string) (run, number string) {
	run, number, _ = strings.Cut(name, partMark)
	return run, number
}

// PartError says that a run has no part of that number. It wraps adapter.ErrNotFound.
type PartError struct {
	Run    Run
	Number string
}

// Error says how many parts there are.
func (e *PartError) Error() string {
	has := "one part"
	if n := len(e.Run.Hops) + 1; n > 1 {
		has = fmt.Sprintf("%d parts", n)
	}
	return fmt.Sprintf("run %s has no part %q: it has %s", e.Run.ID, e.Number, has)
}

// Unwrap returns adapter.ErrNotFound.
func (e *PartError) Unwrap() error { return adapter.ErrNotFound }

// Hint names the parts.
func (e *PartError) Hint() string {
	var names []string
	for _, part := range e.Run.NamedParts() {
		names = append(names, fmt.Sprintf("%s (%s)", part.Reference, part.Session))
	}
	if names == nil {
		return "name it without a part: run:" + e.Run.ID
	}
	return "name one of them: " + strings.Join(names, ", ")
}

// PartSession returns the session of the part of that number. IsCurrent says that the run is in it, be it that its user
// has come back. The error is a [PartError].
func (r Run) PartSession(number string) (s Session, isCurrent bool, err error) {
	parts := r.Parts()
	at, err := strconv.Atoi(number)
	if err != nil || at < 1 || at > len(parts) {
		return Session{}, false, &PartError{r, number}
	}
	s = parts[at-1].To
	return s, s.CLI == r.To.CLI && s.ID == r.To.ID, nil
}
