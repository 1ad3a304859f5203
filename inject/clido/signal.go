package clido

import (
	"stead/inject"
	"stead/inject/signals"
	"stead/internal/adapt/jsonl"
	"stead/internal/adapt/refusal"
)

var _ inject.Signaller = Driver{}

// Signal implements inject.Signaller. The event stream shows how a run ended (read in the source of v1.0.15). The
// session shows it, too, but to the reader. Clido only displays its questions and its repeated requests, and their
// appearance is unknown. The cost that it reports is that of the whole session.
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
