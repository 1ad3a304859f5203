package opencode

import (
	"strings"
	"time"

	"stead/inject"
	"stead/inject/signals"
	"stead/internal/adapt/jsonl"
	"stead/internal/adapt/refusal"
)

var _ inject.Signaller = Driver{}

// Signal implements inject.Signaller. The events of the plugin tell all; the stream of a headless run has the errors as
// well, and the records those that ended an answer, should the user allow no plugins (1.18.33).
func (Driver) Signal(from inject.Source, said []byte) (signals.Signal, bool) {
	switch from {
	case inject.Event:
		return ofEvent(said)
	case inject.Hook:
		return ofHook(said)
	case inject.Record:
		return ofRecord(said)
	}
	return signals.Signal{}, false
}

func ofEvent(event jsonl.Value) (signals.Signal, bool) {
	switch {
	case event.Get("type").Is("step_start"):
		return signals.Signal{State: signals.Working}, true
	case event.Get("type").Is("error"):
		return ofError(event.Get("error"))
	}
	return signals.Signal{}, false
}

// ofHook reads an event of the plugin's. Waits and limits of the sub-agents are the run's as well, turns are not.
func ofHook(event jsonl.Value) (signals.Signal, bool) {
	about := event.Get("properties")
	switch event.Get("type").String() {
	case "stead.session":
		return signals.Signal{Opened: about.Get("sessionID").String()}, true
	case "session.status":
		return ofStatus(about.Get("status"), about.Get("sessionID").String(), event.Get("time").Int())
	case "session.error":
		return ofError(about.Get("error"))
	case "permission.asked":
		question := questionOf(about)
		return signals.Signal{State: signals.Permission, About: question.About, Question: question}, true
	case "question.asked":
		return signals.Signal{State: signals.Input, About: question(about)}, true
	case "permission.replied", "question.replied", "question.rejected":
		return signals.Signal{State: signals.Working, Answered: about.Get("requestID").String()}, true
	}
	return signals.Signal{}, false
}

// ofStatus reads what a session does, at a time in milliseconds since 1970.
func ofStatus(status jsonl.Value, session string, now int64) (signals.Signal, bool) {
	switch status.Get("type").String() {
	case "busy":
		return signals.Signal{State: signals.Working, Session: session}, true
	case "idle":
		return signals.Signal{State: signals.Input, Session: session}, true
	case "retry":
		return retrying(status, now), true
	}
	return signals.Signal{}, false
}

// longPause is the longest that OpenCode waits by itself: a longer pause is one that the service has asked for, until
// the plan's window ends.
const longPause = time.Minute

// reasons are those that OpenCode's own service has for a limit of a plan.
var reasons = map[string]bool{"free_tier_limit": true, "account_rate_limit": true}

// retrying reads a request that will be made again, and when: that is as long as the service has asked to wait, which
// may be hours.
func retrying(status jsonl.Value, now int64) signals.Signal {
	message := status.Get("message").String()
	limit := &signals.Limit{Kind: signals.Network, Attempt: int(status.Get("attempt").Int())}
	if kind, ok := refusal.Kind(0, message); ok {
		limit.Kind = kind
	}
	if reasons[status.Get("action", "reason").String()] || strings.Contains(message, "usage quota") {
		limit.Kind = signals.Usage
	}
	if next := status.Get("next").Int(); now > 0 && next > now {
		limit.Delay = time.Duration(next-now) * time.Millisecond
	}
	if limit.Kind == signals.Usage && limit.Delay > longPause {
		limit.Reset = time.UnixMilli(now).Add(limit.Delay).UTC()
	}
	return signals.Signal{State: signals.Working, About: message, Limit: limit}
}

// ofError reads the error of an answer. After one of too long a session OpenCode makes a summary and goes on; an
// aborted one is the user's doing.
func ofError(failure jsonl.Value) (signals.Signal, bool) {
	data := failure.Get("data")
	message := data.Get("message").String()
	switch failure.Get("name").String() {
	case "MessageAbortedError":
		return signals.Signal{State: signals.Input}, true
	case "ContextOverflowError":
		return signals.Signal{State: signals.Working, About: message, Limit: &signals.Limit{Kind: signals.Context}}, true
	case "ProviderAuthError":
		return refusal.By(signals.Auth, message), true
	case "":
		return signals.Signal{}, false
	}
	// The body of the answer may have a code where the message has none.
	kind, ok := refusal.Kind(int(data.Get("statusCode").Int()), message)
	if more, found := refusal.Kind(0, data.Get("responseBody").String()); found && (!ok || kind == signals.Throttle) {
		kind = more
	}
	if message == "" {
		message = failure.Get("name").String()
	}
	return refusal.By(kind, message), true
}

// ofRecord reads the row of an answer that failed.
func ofRecord(row jsonl.Value) (signals.Signal, bool) {
	if !row.Get("data", "role").Is("assistant") {
		return signals.Signal{}, false
	}
	return ofError(row.Get("data", "error"))
}

// asking says for what a permission is asked. Where the call's arguments are not told, the patterns say what it is
// about.
func asking(request jsonl.Value) string {
	tool := request.Get("permission").String()
	if about := inject.Asking(tool, request.Get("metadata")); about != tool {
		return about
	}
	for pattern := range jsonl.Elements(request.Get("patterns")) {
		return tool + ": " + pattern.String()
	}
	return tool
}

func question(request jsonl.Value) string {
	for question := range jsonl.Elements(request.Get("questions")) {
		return question.Get("question").String()
	}
	return ""
}
