package listing

import (
	"strings"
	"time"

	"stead/catalog/origin"
	"stead/inject/signals"
	"stead/timeline"
)

// Session is what is known of a session before its place in the list is.
type Session struct {
	timeline.Summary
	// Turns counts the session's turns, Records its records. Both are 0 where nobody has read it whole.
	Turns, Records int
	// Within is the full reference of the session that has all that was said in this one, as its CLI has copied it and
	// went on there. Compared says that somebody has looked.
	Within   string
	Compared bool
}

// State says what happens in a session.
type State string

// The states of a session.
const (
	// Working: its CLI works on an answer.
	Working State = "working"
	// Waiting: a run of stead has it open, and its CLI waits for its user.
	Waiting State = "waiting"
	// Idle: nothing happens, or nobody can tell.
	Idle State = "idle"
)

// Row is a session in the list.
type Row struct {
	// Reference is the shortest that names the session and no other. That of another machine begins with the machine's
	// name and a slash.
	Reference string `json:"reference"`
	// Machine is the one that has the session. Empty for this one.
	Machine string `json:"machine,omitempty"`
	timeline.Summary
	// Turns counts the session's turns. It is 0 where nobody has read it whole.
	Turns  int           `json:"turns,omitempty"`
	State  State         `json:"state"`
	Origin origin.Origin `json:"origin,omitzero"`
	// From is the shortest reference of the session that this one was made of. Empty for an original.
	From string `json:"from,omitempty"`
	// Copy says that stead made the session and nobody has used it since.
	Copy bool `json:"copy,omitempty"`
	// Within is the full reference of the session that has all that was said in this one, where their CLI has made one of
	// the other.
	Within string `json:"within,omitempty"`
	// Also are the other machines that have the session, too.
	Also []string `json:"also,omitempty"`
	// Seen is when the machine that has the session was last there, where it is away: the row is as of then. Zero for all
	// others.
	Seen time.Time `json:"seen,omitzero"`
	// Copies and Subagents count the sessions that are folded under this one.
	Copies    int `json:"copies,omitempty"`
	Subagents int `json:"subagents,omitempty"`
}

// Folder is the user's folder that the session belongs to.
func (r Row) Folder() string {
	if r.Origin.Project != "" {
		return r.Origin.Project
	}
	return r.Project
}

// fresh is how long ago a session that no run of stead works on may have changed for its CLI to be at work: models take
// their time between two records, and nothing else tells from outside.
const fresh = 30 * time.Second

// stateOf says what happens in a session.
func stateOf(s timeline.Summary, from origin.Origin, isCopy bool, now time.Time) State {
	switch {
	case from.State == signals.Working || from.State == signals.Starting:
		return Working
	case from.State.Waits():
		return Waiting
	case from.State == "" && !isCopy && now.Sub(s.Updated) < fresh:
		return Working
	}
	return Idle
}

// has reports whether a word is part of what the row says.
func (r Row) has(word string) bool {
	for _, text := range []string{r.Title, r.Folder(), r.Branch, r.Model, r.CLI, r.ID, r.Origin.Part} {
		if strings.Contains(strings.ToLower(text), word) {
			return true
		}
	}
	return false
}
