package provider

import "net/http"

// Most codes are those of OpenAI, which others copy. A usage limit is that of
// OpenCode Zen, credit that of OpenRouter.
var chatFaults = faults{
	UsageLimit: {Status: http.StatusTooManyRequests, Type: "FreeUsageLimitError",
		Message: "Rate limit exceeded. Please try again later."},
	RateLimit: {Status: http.StatusTooManyRequests, Type: "tokens", Code: "rate_limit_exceeded",
		Message: "Rate limit reached for mock-1 on tokens per min (TPM): Limit 30000, Used 29000, Requested 3000. Please try again in 4s."},
	Overloaded: {Status: http.StatusServiceUnavailable, Type: "service_unavailable_error", Code: "server_is_overloaded",
		Message: "The server is overloaded. Please try again later."},
	Credit: {Status: http.StatusPaymentRequired, Type: "insufficient_credits",
		Message: "Insufficient credits. Add more using https://openrouter.ai/settings/credits"},
	Auth: {Status: http.StatusUnauthorized, Type: "invalid_request_error", Code: "invalid_api_key",
		Message: "Incorrect API key provided: dummy."},
	Context: {Status: http.StatusBadRequest, Type: "invalid_request_error", Code: "context_length_exceeded",
		Message: "This model's maximum context length is 128000 tokens. However, your messages resulted in 145231 tokens. Please reduce the length of the messages."},
}

func (chat) refusal(reply Reply) Failure { return chatFaults.of(reply) }

// window says nothing: these services have none.
func (chat) window(http.Header, Reply) {}
