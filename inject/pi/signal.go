package pi

import (
	"time"

	"stead/adapters/pi"
	"stead/inject"
	"stead/inject/signals"
	"stead/internal/adapt/jsonl"
)

var _ inject.Signaller = Driver{}

// Signal implements inject.Signaller. An extension reports the actions of the terminal program, and the event stream
// those of a headless run. The records hold less.
func (d Driver) Signal(from inject.Source, said []byte) (signals.Signal, bool) {
	switch from {
	case inject.Event:
		return d.ofEvent(said)
	case inject.Hook:
		return ofHook(said)
	case inject.Record:
		return ofRecord(said)
	case inject.Screen:
		return inject.Asked(said, questions)
	}
	return signals.Signal{}, false
}

// questions are the questions that appear before extensions are loaded.
var questions = []inject.Question{{Text: "Trust project folder?", Answer: "Trust", State: signals.Input}}

// ofEvent reads the events of 0.87. After an agent has ended, the CLI sends another request only if willRetry says so,
// or if the user has queued a prompt.
func (d Driver) ofEvent(event jsonl.Value) (signals.Signal, bool) {
	switch event.Get("type").String() {
	case "agent_start":
		return signals.Signal{State: signals.Working}, true
	case "auto_retry_start":
		delay := time.Duration(event.Get("delayMs").Int()) * time.Millisecond
		return retried(event.Get("errorMessage").String(), event.Get("attempt").Int(), delay)
	case "agent_end":
		if event.Get("willRetry").Bool() {
			return signals.Signal{}, false
		}
		failure, _ := d.Failure(event)
		return settled(failure), true
	}
	return signals.Signal{}, false
}

// ofRecord reads the state in the session's own records. The other sources report a failed request, because they know
// whether the CLI repeats it.
func ofRecord(line jsonl.Value) (signals.Signal, bool) {
	message := pi.PeekMessage(line.Get("message"))
	switch {
	case message.Role.Is(pi.RoleUser):
		return signals.Signal{State: signals.Working}, true
	case !message.Role.Is(pi.RoleAssistant) || message.StopReason.Is("toolUse") || message.StopReason.Is("error"):
		return signals.Signal{}, false
	}
	return signals.Signal{State: signals.Input}, true
}
