package runs

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"stead/adapters/adapter"
)

// partMark separates a run's name from the number of a part. It is the same mark that separates a database from one of
// its sessions.
const partMark = "#"

// Parts returns the sessions that the run went through, in order, including the current one.
func (r Run) Parts() []Hop {
	return append(r.Hops[:len(r.Hops):len(r.Hops)], Hop{To: r.To, Opened: r.Opened, Lines: r.Lines,
		Delivered: r.Delivered})
}

// NamedPart is one of several parts of a run, with the reference that names it.
type NamedPart struct {
	Reference string `json:"reference"`
	// Session is the reference of the part's session.
	Session string  `json:"session"`
	Opened  Opening `json:"opened,omitempty"`
	// Ended is when the run left the part. It is zero for the current part.
	Ended time.Time `json:"ended,omitzero"`
}

// NamedParts returns the run's parts, in order. It returns nil for a run that stayed in one session.
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

// PartReference returns the reference of a part of a run. Parts count from 1.
func PartReference(run string, number int) string {
	return "run:" + run + partMark + strconv.Itoa(number)
}

// SplitPart splits the number of a part from the name of a run. The number is empty for a whole run.
func SplitPart(name string) (run, number string) {
	run, number, _ = strings.Cut(name, partMark)
	return run, number
}

// PartError means that a run has no part with that number. It wraps adapter.ErrNotFound.
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

// Hint lists the parts.
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

// PartSession returns the session of the part with that number. IsCurrent reports that the run is in this session now,
// possibly because its user has returned to it. The error is a [PartError].
func (r Run) PartSession(number string) (s Session, isCurrent bool, err error) {
	parts := r.Parts()
	at, err := strconv.Atoi(number)
	if err != nil || at < 1 || at > len(parts) {
		return Session{}, false, &PartError{r, number}
	}
	s = parts[at-1].To
	return s, s.CLI == r.To.CLI && s.ID == r.To.ID, nil
}
