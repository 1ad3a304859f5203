package listing

import (
	"strings"
	"time"

	"stead/catalog/origin"
	"stead/inject/signals"
	"stead/timeline"
)

// Session is what is known about a session before it has a row.
type Session struct {
	timeline.Summary
	// Turns counts the session's turns, Records its records. Both are 0 if the session has not been read completely.
	Turns, Records int
	// Within is the full reference of the session that contains this whole conversation, because their CLI copied this
	// session and continued in the copy. Compared reports whether the sessions have been compared.
	Within   string
	Compared bool
}

// State says what is happening in a session.
type State string

// The states of a session.
const (
	// Working: the CLI is working on an answer.
	Working State = "working"
	// Waiting: a run of stead has the session open, and the CLI is waiting for its user.
	Waiting State = "waiting"
	// Idle: nothing is happening, or stead cannot tell.
	Idle State = "idle"
)

// Row is a session in the list.
type Row struct {
	// Reference is the shortest reference that names the session and no other. For a session on another machine it
	// begins with the machine's name and a slash.
	Reference string `json:"reference"`
	// Machine is the machine that has the session. It is empty for this machine.
	Machine string `json:"machine,omitempty"`
	timeline.Summary
	// Turns counts the session's turns. It is 0 if the session has not been read completely.
	Turns  int           `json:"turns,omitempty"`
	State  State         `json:"state"`
	Origin origin.Origin `json:"origin,omitzero"`
	// From is the shortest reference of the session that this one was made from. It is empty for an original.
	From string `json:"from,omitempty"`
	// Copy reports that stead made the session and that it has not been used since.
	Copy bool `json:"copy,omitempty"`
	// Within is the full reference of a session that contains this whole conversation, if their CLI made one from the
	// other.
	Within string `json:"within,omitempty"`
	// Also lists the other machines that have the session.
	Also []string `json:"also,omitempty"`
	// Seen is when the machine that has the session was last connected, if it is not connected now. The row describes
	// that time. Seen is zero otherwise.
	Seen time.Time `json:"seen,omitzero"`
	// Copies and Subagents count the sessions folded under this one.
	Copies    int `json:"copies,omitempty"`
	Subagents int `json:"subagents,omitempty"`
}

// Folder returns the user's folder that the session belongs to.
func (r Row) Folder() string {
	if r.Origin.Project != "" {
		return r.Origin.Project
	}
	return r.Project
}

// fresh is how recently a session without a run of stead must have changed for its CLI to count as working. Models
// pause between two records, and there is no other sign from outside.
const fresh = 30 * time.Second

// stateOf says what is happening in a session.
func stateOf(s timeline.Summary, from origin.Origin, isCopy bool, now time.Time) State {
	switch {
	case from.State == signals.Working || from.State == signals.Starting:
		return Working
	case from.State.Waits():
		return Waiting
	case from.State == "" && !isCopy && !from.IsAtRest(s.Updated) && now.Sub(s.Updated) < fresh:
		return Working
	}
	return Idle
}

// has reports whether the row contains a word.
func (r Row) has(word string) bool {
	for _, text := range []string{r.Title, r.Folder(), r.Branch, r.Model, r.CLI, r.ID, r.Origin.Part} {
		if strings.Contains(strings.ToLower(text), word) {
			return true
		}
	}
	return false
}
