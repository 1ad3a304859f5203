package orchestrator

import (
	"slices"

	"stead/inject/policy"
	"stead/inject/redaction"
	"stead/inject/signals"
)

// InFlight holds the settings that the user may change while a run is active. The fields are those of [Request].
type InFlight struct {
	// Failover and Patience apply from the next signal of the CLI on.
	Failover []string
	Patience signals.Patience
	// History, Thinking, Redaction and Elsewhere apply to the next CLI that the run moves to.
	History   policy.History
	Thinking  policy.Thinking
	Redaction redaction.Policy
	Elsewhere map[string]Settings
}

// Following returns the request for a run that follows settings as they change. Latest returns the current settings:
// the same pointer as long as nothing has changed. Several goroutines may call it at the same time.
func (r Request) Following(latest func() *InFlight) Request {
	r.latest, r.applied = latest, latest()
	return r
}

// current returns the request with the settings that have changed since they were applied to it. All others stay,
// because the run itself has changed some of them: the CLIs that it has left do not come back.
func (r Request) current() Request {
	if r.latest == nil {
		return r
	}
	now, was := r.latest(), r.applied
	if now == was {
		return r
	}
	if !slices.Equal(now.Failover, was.Failover) {
		r.Failover = now.Failover
	}
	if now.History != was.History {
		r.History = now.History
	}
	if now.Thinking != was.Thinking {
		r.Thinking = now.Thinking
	}
	if now.Redaction != was.Redaction {
		r.Redaction = now.Redaction
	}
	r.Patience, r.Elsewhere, r.applied = now.Patience, now.Elsewhere, now
	return r
}
