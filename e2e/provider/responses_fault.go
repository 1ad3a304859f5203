package provider

import (
	"net/http"
	"strconv"
	"time"
)

// The codes are those of the API's documentation; usage_limit_reached is how
// the service behind a ChatGPT plan refuses.
var responsesFaults = faults{
	UsageLimit: {Status: http.StatusTooManyRequests, Type: "usage_limit_reached",
		Message: "The usage limit has been reached"},
	RateLimit: {Status: http.StatusTooManyRequests, Type: "tokens", Code: "rate_limit_exceeded",
		Message: "Rate limit reached for gpt-5.5 on tokens per min (TPM): Limit 30000, Used 29000, Requested 3000. Please try again in 4s."},
	Overloaded: {Status: http.StatusServiceUnavailable, Type: "service_unavailable_error", Code: "server_is_overloaded",
		Message: "Our servers are currently overloaded. Please try again later."},
	Credit: {Status: http.StatusTooManyRequests, Type: "insufficient_quota",
		Message: "You exceeded your current quota, please check your plan and billing details."},
	Auth: {Status: http.StatusUnauthorized, Type: "invalid_request_error", Code: "invalid_api_key",
		Message: "Incorrect API key provided: dummy."},
	Context: {Status: http.StatusBadRequest, Type: "invalid_request_error", Code: "context_length_exceeded",
		Message: "Your input exceeds the context window of this model. Please adjust your input and try again."},
}

func (responses) refusal(reply Reply) Failure {
	failure := responsesFaults.of(reply)
	if reply.Fault == UsageLimit {
		failure.Members = object{
			"plan_type": "plus", "resets_at": reply.reset().Unix(),
			"resets_in_seconds": int(time.Until(reply.reset()).Seconds()),
		}
	}
	return failure
}

// window is how the service behind a ChatGPT plan tells of the window of five
// hours, with every answer.
func (responses) window(header http.Header, reply Reply) {
	header.Set("X-Codex-Primary-Used-Percent", strconv.FormatFloat(100*reply.used(), 'f', -1, 64))
	header.Set("X-Codex-Primary-Window-Minutes", "300")
	header.Set("X-Codex-Primary-Reset-At", strconv.FormatInt(reply.reset().Unix(), 10))
}
