package provider

import (
	"fmt"
	"net/http"
)

// quotaExceeded is how the service begins to refuse for a quota of any kind.
const quotaExceeded = "You exceeded your current quota, please check your plan and billing details."

var geminiFaults = faults{
	UsageLimit: {Status: http.StatusTooManyRequests, Type: "RESOURCE_EXHAUSTED", Message: quotaExceeded},
	RateLimit:  {Status: http.StatusTooManyRequests, Type: "RESOURCE_EXHAUSTED", Message: quotaExceeded},
	Overloaded: {Status: http.StatusServiceUnavailable, Type: "UNAVAILABLE",
		Message: "The model is overloaded. Please try again later."},
	Credit: {Status: http.StatusTooManyRequests, Type: "RESOURCE_EXHAUSTED",
		Message: "Your prepayment credits are depleted. Please go to AI Studio to manage your project and billing."},
	Auth: {Status: http.StatusBadRequest, Type: "INVALID_ARGUMENT",
		Message: "API key not valid. Please pass a valid API key."},
	Context: {Status: http.StatusBadRequest, Type: "INVALID_ARGUMENT",
		Message: "The input token count (1248577) exceeds the maximum number of tokens allowed (1048576)."},
}

// geminiQuotas are the quotas that the service names in its details.
var geminiQuotas = map[Fault]string{
	UsageLimit: "GenerateRequestsPerDayPerProjectPerModel-FreeTier",
	RateLimit:  "GenerateRequestsPerMinutePerProjectPerModel-FreeTier",
}

func (gemini) refusal(reply Reply) Failure {
	failure := geminiFaults.of(reply)
	quota, ok := geminiQuotas[reply.Fault]
	if !ok {
		return failure
	}
	details := []any{object{"@type": "type.googleapis.com/google.rpc.QuotaFailure", "violations": []any{object{
		"quotaMetric": "generativelanguage.googleapis.com/generate_content_free_tier_requests", "quotaId": quota,
		"quotaValue": "10",
	}}}}
	if reply.RetryAfter > 0 {
		delay := fmt.Sprintf("%ds", int(reply.RetryAfter.Seconds()))
		failure.Message += " Please retry in " + delay + "."
		details = append(details, object{"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": delay})
	}
	failure.Members = object{"details": details}
	return failure
}

// window says nothing: the service has none.
func (gemini) window(http.Header, Reply) {}
