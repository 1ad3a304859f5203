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

// Signal implements inject.Signaller. In a terminal, the title shows the state, and the hooks report the questions.
// Only the telemetry among the session's records reports failed requests that the CLI repeats, once for every four of
// them (0.24.4).
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

// withoutFrame returns the message of an error without the CLI's frame.
func withoutFrame(message string) string {
	return strings.TrimSuffix(strings.TrimPrefix(message, apiError), "]")
}

// ofRecord ignores calls and results, because the hook reports a permission request sooner.
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

// refused reads a failed request. The record does not show whether the CLI repeats it, so the state stays the same. The
// CLI's own requests outside of the conversation may fail, too, but do not affect it.
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

// The marks at the beginning of the window's title. Up to 0.15, the title never has one.
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

// shellMode is the text below the composer while the composer's text is a shell command. shell describes the appearance
// of both.
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

// questions are the questions that neither a hook nor a record reports: in versions without hooks, and before a session
// is open.
var questions = []inject.Question{
	{Text: "Allow execution of", Answer: "1. Yes, allow once", State: signals.Permission},
	{Text: "Apply this change?", Answer: "1. Yes, allow once", State: signals.Permission},
	{Text: "Do you trust this folder?", Answer: "1. Trust folder", State: signals.Input},
}
