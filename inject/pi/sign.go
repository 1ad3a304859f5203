package pi

import (
	"time"

	"stead/inject"
	"stead/internal/format/pi"
	"stead/internal/jsonl"
	"stead/internal/refusal"
	"stead/signs"
)

var _ inject.Signaller = Driver{}

// Sign implements inject.Signaller.
func (d Driver) Sign(from inject.Source, said []byte) (signs.Sign, bool) {
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
	return signs.Sign{}, false
}

// questions are asked before extensions are loaded.
var questions = []inject.Question{{Text: "Trust project folder?", Answer: "Trust", State: signs.Input}}

// ofEvent reads the events of 0.87. An agent that has ended is asked again when it is told so: willRetry, or by what the user has queued.
func (d Driver) ofEvent(event jsonl.Value) (signs.Sign, bool) {
	switch event.Get("type").String() {
	case "agent_start":
		return signs.Sign{State: signs.Working}, true
	case "auto_retry_start":
		delay := time.Duration(event.Get("delayMs").Int()) * time.Millisecond
		return retried(event.Get("errorMessage").String(), event.Get("attempt").Int(), delay)
	case "agent_end":
		if event.Get("willRetry").Bool() {
			return signs.Sign{}, false
		}
		failure, _ := d.Failure(event)
		return settled(failure), true
	}
	return signs.Sign{}, false
}

// ofRecord reads what the session itself tells. Whether a failed request is made again it does not say at once.
func ofRecord(line []byte) (signs.Sign, bool) {
	message := pi.PeekMessage(jsonl.Value(line).Get("message"))
	switch {
	case message.Role.Is(pi.RoleUser):
		return signs.Sign{State: signs.Working}, true
	case !message.Role.Is(pi.RoleAssistant) || message.StopReason.Is("toolUse"):
		return signs.Sign{}, false
	case !message.StopReason.Is("error"):
		return signs.Sign{State: signs.Input}, true
	}
	failure := jsonl.Value(line).Get("message", "errorMessage").String()
	kind, ok := refusal.Kind(refusal.Status(failure), failure)
	return signs.Sign{About: failure, Limit: &signs.Limit{Kind: kind}}, ok
}
