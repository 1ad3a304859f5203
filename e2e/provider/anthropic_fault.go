package provider

import (
	"net/http"
	"strconv"
)

// The types are those of the API's documentation, the texts those that were
// reported of it.
var anthropicFaults = faults{
	UsageLimit: {Status: http.StatusTooManyRequests, Type: "rate_limit_error",
		Message: "This request would exceed your account's rate limit. Please try again later."},
	RateLimit: {Status: http.StatusTooManyRequests, Type: "rate_limit_error",
		Message: "This request would exceed your organization's rate limit of 50 requests per minute."},
	Overloaded: {Status: 529, Type: "overloaded_error", Message: "Overloaded"},
	Credit: {Status: http.StatusBadRequest, Type: "invalid_request_error",
		Message: "Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing to upgrade or purchase credits."},
	Auth: {Status: http.StatusUnauthorized, Type: "authentication_error", Message: "invalid x-api-key"},
	Context: {Status: http.StatusBadRequest, Type: "invalid_request_error",
		Message: "prompt is too long: 215731 tokens > 200000 maximum"},
}

func (anthropic) refusal(reply Reply) Failure { return anthropicFaults.of(reply) }

// window is how the service tells of a subscription's window of five hours,
// with every answer.
func (anthropic) window(header http.Header, reply Reply) {
	const prefix = "Anthropic-Ratelimit-Unified-"
	status := "allowed"
	switch used := reply.used(); {
	case used == 1:
		status = "rejected"
		header.Set(prefix+"Overage-Status", "rejected")
		header.Set(prefix+"Overage-Disabled-Reason", "org_level_disabled")
	case used >= 0.9:
		status = "allowed_warning"
		header.Set(prefix+"5h-Surpassed-Threshold", "0.9")
	}
	reset := strconv.FormatInt(reply.reset().Unix(), 10)
	header.Set(prefix+"Status", status)
	header.Set(prefix+"Reset", reset)
	header.Set(prefix+"Representative-Claim", "five_hour")
	header.Set(prefix+"5h-Status", status)
	header.Set(prefix+"5h-Reset", reset)
	header.Set(prefix+"5h-Utilization", strconv.FormatFloat(reply.used(), 'f', -1, 64))
}
