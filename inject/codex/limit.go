package codex

import (
	"strconv"

	"stead/inject"
	"stead/inject/signals"
	"stead/internal/adapt/refusal"
	"stead/internal/sys/lazy"
)

// kinds maps Codex's own error codes to kinds of limits, for messages that say no more (0.169.0).
var kinds = map[string]signals.Kind{
	"usage_limit_exceeded":              signals.Usage,
	"rate_limit_exceeded":               signals.Throttle,
	"response_too_many_failed_attempts": signals.Throttle,
	"server_overloaded":                 signals.Overloaded,
	"context_window_exceeded":           signals.Context,
	"http_connection_failed":            signals.Network,
	"response_stream_connection_failed": signals.Network,
	"response_stream_disconnected":      signals.Network,
}

// phrases are messages in Codex's own words whose code is misleading: the code for the first two is that of an
// exhausted window.
var phrases = refusal.Phrases{
	{Text: "Quota exceeded.", Kind: signals.Credit},
	{Text: "To use Codex with your ChatGPT plan", Kind: signals.Auth},
	{Text: "stream disconnected before completion: Transport error", Kind: signals.Network},
}

var statusSaid = lazy.Regexp(`(?:unexpected|last) status:? (\d{3})`)

// kindOf returns the kind of limit that an error stands for, judging by its code and its message. It is empty if the
// error is not about a limit.
func kindOf(code, message string) signals.Kind {
	if kind, ok := phrases.Kind(message); ok {
		return kind
	}
	status := 0
	if found := statusSaid().FindStringSubmatch(message); found != nil {
		status, _ = strconv.Atoi(found[1])
	}
	if kind, ok := refusal.Kind(status, message); ok {
		return kind
	}
	return kinds[code]
}

// ended returns the signal of a turn that ended with an error.
func ended(code, message string) signals.Signal { return refusal.By(kindOf(code, message), message) }

var reconnecting = lazy.Regexp(`^Reconnecting\.\.\. (\d+)/\d+ \((?s:(.*))\)$`)

// retrying reads the event of a request that is retried: "Reconnecting... 2/5 (why)". Its type is that of an error,
// although the turn continues, and it does not contain the delay.
func retrying(message string) (signals.Signal, bool) {
	found := reconnecting().FindStringSubmatch(message)
	if found == nil {
		return signals.Signal{}, false
	}
	return again(found[1], found[2]), true
}

// again returns the signal of a failed attempt.
func again(attempt, why string) signals.Signal {
	n, _ := strconv.Atoi(attempt)
	kind := kindOf("", why)
	if kind == "" {
		kind = signals.Network
	}
	return signals.Signal{State: signals.Working, About: why, Limit: &signals.Limit{Kind: kind, Attempt: n}}
}

// reconnectingLine matches the line above the composer while a request is retried, with the reason below it.
var reconnectingLine = lazy.Regexp(`(?m)^• [^\n]*\breconnecting (\d+)/\d+ \([^\n]*\)\n\s+└ ([^\n]+)$`)

// questions are those of Codex itself. In the last one, a key meant for the composer would choose the first answer and
// change the model.
var questions = []inject.Question{
	{Text: "Trust this folder?", Answer: "1. Trust and continue", State: signals.Input},
	{Text: "Hooks need review", Answer: "1. Review hooks", State: signals.Permission},
	{Text: "Approaching rate limits", Answer: "1. Switch to", State: signals.Permission},
}

func ofScreen(rows []byte) (signals.Signal, bool) {
	if found := reconnectingLine().FindSubmatch(rows); found != nil {
		return again(string(found[1]), string(found[2])), true
	}
	return inject.Asked(rows, questions)
}
