package clido

import (
	"stead/inject"
	"stead/inject/signals"
	"stead/internal/adapt/jsonl"
	"stead/internal/adapt/refusal"
)

var _ inject.Signaller = Driver{}

// Signal implements inject.Signaller. The event stream says how a run ended (read in the source of v1.0.15), and the
// session does for the reader. What clido asks, and which requests it makes again, it only draws, and how that looks is
// not known. What it says of costs is of the whole session.
func (d Driver) Signal(from inject.Source, said []byte) (signals.Signal, bool) {
	if from != inject.Event {
		return signals.Signal{}, false
	}
	if message, ok := d.Failure(said); ok {
		return refusal.Ended(refusal.Status(message), message), true
	}
	if _, ok := d.Announced(said); ok {
		return signals.Signal{State: signals.Working}, true
	}
	return signals.Signal{State: signals.Input}, jsonl.Value(said).Get("type").Is("result")
}
