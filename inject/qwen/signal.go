package qwen

import (
	"strings"

	"stead/adapters/qwen"
	"stead/inject"
	"stead/inject/signals"
	"stead/internal/adapt/jsonl"
	"stead/internal/adapt/refusal"
)

var _ inject.Signaller = Driver{}

// Signal implements inject.Signaller. A terminal says by its title what it does, and its hooks for what it asks.
// Requests that fail and are made again are only told by the telemetry among the session's records, once for each four
// of them (0.24.4).
func (d Driver) Signal(from inject.Source, said []byte) (signals.Signal, bool) {
	switch from {
	case inject.Event:
		return d.ofEvent(said)
	case inject.Hook:
		return ofHook(said)
	case inject.Record:
		return ofRecord(qwen.Peek(said))
	case inject.Title:
		return ofTitle(string(said))
	case inject.Screen:
		return ofScreen(said)
	}
	return signals.Signal{}, false
}

func (d Driver) ofEvent(event jsonl.Value) (signals.Signal, bool) {
	if message, ok := d.Failure(event); ok {
		return failed(message), true
	}
	switch {
	case event.Get("type").Is("system") && event.Get("subtype").Is("init"):
		return signals.Signal{State: signals.Working}, true
	case event.Get("type").Is("result"):
		return signals.Signal{State: signals.Input}, true
	}
	return signals.Signal{}, false
}

// withoutFrame returns the message of an error without what the CLI puts around it.
func withoutFrame(message string) string {
	return strings.TrimSuffix(strings.TrimPrefix(message, apiError), "]")
}

// ofRecord tells nothing by a call or its result: of the permission for which one waits the hook tells, and sooner.
func ofRecord(r qwen.Record) (signals.Signal, bool) {
	switch {
	case r.Type.Is(qwen.TypeUser) && !r.Subtype.Is(qwen.Notification):
		return signals.Signal{State: signals.Working}, true
	case r.Type.Is(qwen.TypeAssistant) && !calls(r.Message):
		return signals.Signal{State: signals.Input}, true
	case r.Type.Is(qwen.TypeSystem) && r.Subtype.Is(qwen.Telemetry):
		return refused(r.Payload.Get("uiEvent"))
	}
	return signals.Signal{}, false
}

func calls(message jsonl.Value) bool {
	for part := range jsonl.Elements(message.Get("parts")) {
		if part.Get("functionCall") != nil {
			return true
		}
	}
	return false
}

// refused reads a request that failed. Whether it is made again is not told, so that the state stays as it was. What
// the CLI asks beside the conversation may fail and says nothing of it.
func refused(event jsonl.Value) (signals.Signal, bool) {
	if !event.Get("event.name").Is("qwen-code.api_error") ||
		strings.HasPrefix(event.Get("subagent_name").String(), "managed-") {
		return signals.Signal{}, false
	}
	message := event.Get("error_message").String()
	kind, ok := refusal.Kind(int(event.Get("status_code").Int()), message)
	if !ok {
		return signals.Signal{}, false
	}
	return signals.Signal{About: message, Limit: &signals.Limit{Kind: kind}}, true
}

// The marks with which the window's title begins; at rest it has none. Up to 0.15 it never has one.
const (
	working = "◐"
	asked   = "✳"
	idle    = "Qwen - "
)

func ofTitle(title string) (signals.Signal, bool) {
	switch {
	case strings.HasPrefix(title, working):
		return signals.Signal{State: signals.Working}, true
	case strings.HasPrefix(title, asked):
		return signals.Signal{State: signals.Permission}, true
	case strings.HasPrefix(title, idle):
		return signals.Signal{State: signals.Input}, true
	}
	return signals.Signal{}, false
}

// shellMode is what stands below the composer while a text in it is a command for the shell, shell how both look.
const shellMode = "shell mode enabled (esc to disable)"

var shell = []inject.Question{{Text: "!", Answer: shellMode, State: signals.Input}}

func ofScreen(screen []byte) (signals.Signal, bool) {
	if signal, ok := inject.Asked(screen, questions); ok {
		return signal, true
	}
	signal, ok := inject.Asked(screen, shell)
	if ok {
		signal.About = shellMode
	}
	return signal, ok
}

// questions are asked where neither hook nor record tells: in versions without hooks, and before a session is open.
var questions = []inject.Question{
	{Text: "Allow execution of", Answer: "1. Yes, allow once", State: signals.Permission},
	{Text: "Apply this change?", Answer: "1. Yes, allow once", State: signals.Permission},
	{Text: "Do you trust this folder?", Answer: "1. Trust folder", State: signals.Input},
}
