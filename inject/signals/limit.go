package signals

import "time"

// Kind says what sort of limit it is, by what can be done about it.
type Kind string

// The kinds of limits.
const (
	// Usage: the plan's window, or the day's quota, is used up.
	Usage Kind = "usage"
	// Credit: there is no money left.
	Credit Kind = "credit"
	// Auth: the key or the login is not taken, or has no right to the model.
	Auth Kind = "auth"
	// Throttle: too many requests in a short time.
	Throttle Kind = "throttle"
	// Overloaded: the service has no room.
	Overloaded Kind = "overloaded"
	// Network: the connection broke, or nothing answers.
	Network Kind = "network"
	// Context: the session is too long for the model. Another CLI does not help against that.
	Context Kind = "context"
)

// Limit is what a CLI says of a limit.
type Limit struct {
	Kind Kind `json:"kind"`
	// Reset is when the limit ends. Zero when the CLI does not tell.
	Reset time.Time `json:"reset,omitzero"`
	// Attempt counts the attempts that have failed. A signal of 0 does not tell, see [Limit.Following].
	Attempt int `json:"attempt,omitempty"`
	// Delay is how long the CLI will wait before it tries again.
	Delay time.Duration `json:"delay,omitempty"`
	// Final says that the CLI has given up: the turn is over.
	Final bool `json:"final,omitempty"`
	// Near is the share of the limit that is used, 0 to 1, when it is not hit yet.
	Near float64 `json:"near,omitempty"`
}

// Patience is how long a CLI may try again by itself.
type Patience struct {
	// Attempts is how many attempts may fail.
	Attempts int
	// Delay is how long a wait it may announce.
	Delay time.Duration
	// Silence is how long nothing may come from it while its model should answer. 0 is without end.
	Silence time.Duration
}

// Exceeds reports whether it is time to go on elsewhere: at once when the limit stays for long, after some attempts
// when it is one that passes.
func (l Limit) Exceeds(p Patience) bool {
	switch l.Kind {
	case Usage, Credit, Auth:
		return l.Near == 0
	case Throttle, Overloaded, Network:
		return l.Final || l.Attempt >= p.Attempts || l.Delay > p.Delay
	}
	return false
}

// Following returns what is known of a limit when it is told in a turn in which another signal told of one before: what
// only one of them says stays, and a failed attempt that is told without a number is one more.
func (l Limit) Following(before *Limit) Limit {
	var earlier Limit
	if before != nil {
		earlier = *before
	}
	if l.Reset.IsZero() {
		l.Reset = earlier.Reset
	}
	switch {
	case l.Attempt > 0 || l.Near > 0:
	case l.Delay == 0 && !l.Final:
		l.Attempt = earlier.Attempt + 1
	default:
		l.Attempt = earlier.Attempt
	}
	return l
}
