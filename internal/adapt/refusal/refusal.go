// Package refusal determines which limit made a model provider reject a request. It uses the HTTP status and the
// wording of the services that many CLIs use. It is for CLIs that pass on what the service said. A CLI that states the
// limit itself needs no guess.
package refusal

import (
	"net/http"
	"slices"
	"strconv"
	"strings"

	"stead/inject/signals"
	"stead/internal/sys/lazy"
)

// wording identifies a kind by parts of the message or of the error code, in lower case.
type wording struct {
	kind  signals.Kind
	parts []string
}

// wordings are searched in this order: most services answer 429 for many reasons, and only the words tell which one it
// is. The sources are the services' own pages on errors and the recordings in testdata of the drivers.
var wordings = []wording{
	{signals.Context, []string{
		// Anthropic, OpenAI, Gemini
		"prompt is too long", "maximum context length", "context_length_exceeded", "input token count",
		"range of input length", "exceeded model token limit", // Alibaba, Kimi
		"context window",
	}},
	{signals.Usage, []string{
		"usage limit", "usage_limit", "usagelimiterror", // Codex plans, Kimi plans, OpenCode Zen
		"session limit", "weekly limit", // Claude plans
		"daily quota", "perday", "exhausted your capacity", "quota will reset", // Gemini
		"free allocated quota", "free tier of the model has been exhausted", // Alibaba
	}},
	{signals.Credit, []string{
		// Anthropic, OpenRouter, OpenAI
		"credit balance", "insufficient credits", "insufficient_credits", "insufficient_quota", "billing_error",
		"prepayment credits", "account balance", "arrearage", "overdue", "spend_limit", // Gemini, Kimi, Alibaba
	}},
	{signals.Auth, []string{
		"api key not valid", "api_key_invalid", "incorrect api key", "invalid api key", "invalid_api_key",
		"invalid x-api-key",
		"invalid authentication", "authentication_error", "unauthorized", "access_terminated",
	}},
	{signals.Overloaded, []string{"overloaded", "at capacity", "high demand", "service unavailable"}},
	{signals.Throttle, []string{"rate limit", "rate_limit", "ratelimit", "too many requests", "request limit",
		"throttling", "resource_exhausted", "quota"}},
	{signals.Network, []string{
		"terminated", "econnreset", "econnrefused", "socket hang up", "fetch failed", "connection error", "connection lost",
		"connectionerror", "connection_error", "premature close", "timed out", "timeout", "stream ended",
	}},
}

// Phrases lists what a CLI says in its own words, where these are misleading: parts of messages, each with its limit.
type Phrases []Phrase

// Phrase is a part of a message that indicates a limit.
type Phrase struct {
	Text string
	Kind signals.Kind
}

// Kind returns the limit of the first phrase that a message contains.
func (p Phrases) Kind(message string) (kind signals.Kind, ok bool) {
	at := slices.IndexFunc(p, func(one Phrase) bool { return strings.Contains(message, one.Text) })
	if at < 0 {
		return "", false
	}
	return p[at].Kind, true
}

// Kind returns the limit by which a request was rejected. It uses the wording of the message first, and then the HTTP
// status, which is 0 if it is not known. Ok is false if the cause was not a limit, but a mistake in the request, for
// example. The message must be known to be an error message: a model may write about limits, too.
func Kind(status int, message string) (kind signals.Kind, ok bool) {
	message = strings.ToLower(message)
	for _, w := range wordings {
		if slices.ContainsFunc(w.parts, func(part string) bool { return strings.Contains(message, part) }) {
			return w.kind, true
		}
	}
	return ofStatus(status)
}

func ofStatus(status int) (kind signals.Kind, ok bool) {
	switch {
	case status == http.StatusTooManyRequests:
		return signals.Throttle, true
	case status == http.StatusPaymentRequired:
		return signals.Credit, true
	case status == http.StatusUnauthorized, status == http.StatusForbidden:
		return signals.Auth, true
	case status >= http.StatusInternalServerError:
		return signals.Overloaded, true
	}
	return "", false
}

var leading = lazy.Regexp(`^\W*(?:Error: )?([1-5][0-9]{2})\b`)

// Status returns the HTTP status at the beginning of a message, as the clients of several services write it: "429 Too
// many requests". It returns 0 if there is none.
func Status(message string) int {
	found := leading().FindStringSubmatch(message)
	if found == nil {
		return 0
	}
	status, err := strconv.Atoi(found[1])
	if err != nil {
		return 0
	}
	return status
}
