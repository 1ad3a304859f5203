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

// Signal implements inject.Signaller. The events of the plugin report everything. In case the user allows no plugins,
// the stream of a headless run has the errors as well, and the records have those that ended an answer (1.18.33).
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

// ofHook reads an event of the plugin. Waits and limits of sub-agents also belong to the run; their turns do not.
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

// ofStatus reads the status of a session, at a time in milliseconds since 1970.
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

// longPause is the longest pause that OpenCode itself chooses. The service requested any longer pause, until the end of
// the plan's window.
const longPause = time.Minute

// reasons are the reasons that OpenCode's own service gives for a limit of a plan.
var reasons = map[string]bool{"free_tier_limit": true, "account_rate_limit": true}

// retrying reads a request that OpenCode will repeat, and the delay. The delay is the one that the service requested,
// which may be hours.
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

// ofError reads the error of an answer. If the session is too long, OpenCode makes a summary and continues. The user
// caused an aborted answer.
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
	// The response body may have a code if the message has none.
	kind, ok := refusal.Kind(int(data.Get("statusCode").Int()), message)
	if more, found := refusal.Kind(0, data.Get("responseBody").String()); found && (!ok || kind == signals.Throttle) {
		kind = more
	}
	if message == "" {
		message = failure.Get("name").String()
	}
	return refusal.By(kind, message), true
}

// ofRecord reads the row of a failed answer.
func ofRecord(row jsonl.Value) (signals.Signal, bool) {
	if !row.Get("data", "role").Is("assistant") {
		return signals.Signal{}, false
	}
	return ofError(row.Get("data", "error"))
}

// asking describes the subject of a permission request. If the request has no arguments of the call, the patterns
// describe it.
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
