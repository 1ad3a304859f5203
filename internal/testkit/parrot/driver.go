package parrot

import (
	"time"

	"stead/adapters/adapter"
	"stead/inject"
	"stead/inject/signals"
	"stead/internal/adapt/jsonl"
	"stead/internal/adapt/refusal"
)

// Driver starts the parrot on a session.
type Driver struct{ parrot }

// Program implements inject.Driver.
func (Driver) Program() inject.Program {
	return inject.Program{Names: []string{name}, Install: "catch one"}
}

// Window implements inject.Driver.
func (Driver) Window(string) int64 { return 100_000 }

// Configured returns nothing: a parrot has no models.
func (Driver) Configured(inject.Environment) inject.Model { return inject.Model{} }

// Command resumes by the exact id. An unknown id is an error. The parrot asks for no permissions, so there is nothing
// to allow.
func (Driver) Command(l inject.Launch) inject.Command {
	c := inject.Command{Strict: true, Arguments: []string{"--session", l.Session.ID}}
	switch {
	case l.Headless:
		c.Arguments, c.Input = append(c.Arguments, "--events"), l.Prompt
	case l.Prompt != "":
		c.Typed = composer.Of(l.Prompt)
	}
	c.Arguments = append(c.Arguments, l.Arguments...)
	return c
}

var composer = inject.Typing{Ready: "> ", Pause: 100 * time.Millisecond, Submit: "\r"}

// Composer implements inject.Driver.
func (Driver) Composer() inject.Typing { return composer }

// Announced reads the first event: {"event":"open","session":ID}.
func (Driver) Announced(line []byte) (string, bool) {
	event := jsonl.Value(line)
	id := event.Get("session").String()
	return id, event.Get("event").Is("open") && id != ""
}

// Failure reads {"event":"error","text":TEXT}.
func (Driver) Failure(line []byte) (string, bool) {
	event := jsonl.Value(line)
	return event.Get("text").String(), event.Get("event").Is("error")
}

// Opened implements inject.Driver: the store does not show which session is open.
func (Driver) Opened(adapter.Store, string, func(int) bool) (string, bool) { return "", false }

// Check implements inject.Driver: nothing keeps a parrot from talking.
func (Driver) Check(inject.Environment) []inject.Finding { return nil }

// Signal implements inject.Signaller.
func (d Driver) Signal(from inject.Source, said []byte) (signals.Signal, bool) {
	if from != inject.Event {
		return signals.Signal{}, false
	}
	if message, ok := d.Failure(said); ok {
		return refusal.Ended(0, message), true
	}
	if _, ok := d.Announced(said); ok {
		return signals.Signal{State: signals.Working}, true
	}
	return signals.Signal{State: signals.Input}, jsonl.Value(said).Get("event").Is("done")
}
