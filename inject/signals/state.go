package signals

// State is what a run's CLI is doing.
type State string

// The states. The first four are those of a CLI that lives.
const (
	// Starting: the CLI has not shown yet that it has the session.
	Starting State = "starting"
	// Working: a turn is going on.
	Working State = "working"
	// Permission: the CLI waits for the user's permission.
	Permission State = "permission"
	// Input: the turn is over, or the CLI has asked something, and waits for what the user says next.
	Input State = "input"
	// Done: the run has ended well.
	Done State = "done"
	// Failed: the turn, or the run, has ended with an error.
	Failed State = "failed"
	// Limited: a limit of the CLI's provider ended the turn.
	Limited State = "limited"
)

// Waits reports whether nothing goes on until the user does something.
func (s State) Waits() bool { return s == Permission || s == Input }

// Ended reports whether the run is over.
func (s State) Ended() bool { return s == Done || s == Failed || s == Limited }

// Signal is one thing that a CLI has shown.
type Signal struct {
	// State is what it is in from now on. Empty leaves it as it was.
	State State
	// About says what the permission is asked for, what was asked, or what went wrong, in the CLI's own words: text of a
	// stranger, which needs internal/term/plain before it reaches a terminal.
	About string
	// Question is the whole of what a permission is asked for. In a sign without a state it is the call for which the CLI
	// is about to ask.
	Question *Question
	// Answered is the id of a question that has its answer, where the CLI tells that.
	Answered string
	// Limit is set when a limit is hit, or near.
	Limit *Limit
	// Session is the id of the session that it is about. Empty is the run's own.
	Session string
	// Opened is the id of the session that the CLI has open from now on: its user may have opened another one. Empty says
	// nothing of that.
	Opened string
	// Rests says that the CLI does nothing just now, whatever it waits for. When nothing else is said for a while, it
	// waits for its user.
	Rests bool
	// Cost is what the CLI says its work has cost since it was started, in US dollars. 0 when it does not tell.
	Cost float64
}
