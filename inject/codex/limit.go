package codex

import (
	"strconv"

	"stead/inject"
	"stead/inject/signals"
	"stead/internal/adapt/refusal"
	"stead/internal/sys/lazy"
)

// kinds are the kinds of limits by Codex's own codes of errors, where its message says no more (0.169.0).
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

// phrases are what Codex says in its own words, where those mislead: its code for both of the first is that of a
// used-up window.
var phrases = refusal.Phrases{
	{Text: "Quota exceeded.", Kind: signals.Credit},
	{Text: "To use Codex with your ChatGPT plan", Kind: signals.Auth},
	{Text: "stream disconnected before completion: Transport error", Kind: signals.Network},
}

var statusSaid = lazy.Regexp(`(?:unexpected|last) status:? (\d{3})`)

// kindOf returns the kind of the limit that an error is, by its code and its message. It is empty when the error is
// none.
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

// ended returns the sign of a turn that an error has ended.
func ended(code, message string) signals.Signal { return refusal.By(kindOf(code, message), message) }

var reconnecting = lazy.Regexp(`^Reconnecting\.\.\. (\d+)/\d+ \((?s:(.*))\)$`)

// retrying reads the event of a request that is made again: "Reconnecting... 2/5 (why)". It has the type of an error
// although the turn goes on, and does not tell how long it waits.
func retrying(message string) (signals.Signal, bool) {
	found := reconnecting().FindStringSubmatch(message)
	if found == nil {
		return signals.Signal{}, false
	}
	return again(found[1], found[2]), true
}

// again returns the sign of a failed attempt.
func again(attempt, why string) signals.Signal {
	n, _ := strconv.Atoi(attempt)
	kind := kindOf("", why)
	if kind == "" {
		kind = signals.Network
	}
	return signals.Signal{State: signals.Working, About: why, Limit: &signals.Limit{Kind: kind, Attempt: n}}
}

// reconnectingLine is what stands above the composer while a request is made again, and the reason below it.
var reconnectingLine = lazy.Regexp(`(?m)^• [^\n]*\breconnecting (\d+)/\d+ \([^\n]*\)\n\s+└ ([^\n]+)$`)

// questions are those of Codex itself. Of the last one a key that was meant for the composer would take the first
// answer, and change the model.
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
