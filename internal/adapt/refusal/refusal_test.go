package refusal_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"stead/inject/signals"
	"stead/internal/adapt/refusal"
)

func TestWordsTellMoreThanTheStatus(t *testing.T) {
	for _, c := range []struct {
		status  int
		message string
		want    signals.Kind
	}{
		{429, "You have exhausted your daily quota on this model.", signals.Usage},
		{429, "429 You exceeded your current token quota: org-test, please check your account balance", signals.Credit},
		{403, "403 You've reached your weekly (7-day) usage limit.", signals.Usage},
		{429, "Your prepayment credits are depleted.", signals.Credit},
		{429, `{"code":"insufficient_quota","message":"You exceeded your current quota"}`, signals.Credit},
		{429, "Your account org-test request reached organization max RPM: 20", signals.Throttle},
		{429, `{"code":"rate_limit_exceeded"}`, signals.Throttle},
		{503, "The model is overloaded. Please try again later.", signals.Overloaded},
		{502, "Bad gateway", signals.Overloaded},
		{402, "Payment required", signals.Credit},
		{401, "Invalid Authentication", signals.Auth},
		{400, "API key not valid. Please pass a valid API key.", signals.Auth},
		{400, "Access denied, please make sure your account is in good standing. Arrearage", signals.Credit},
		{400, "The input token count (1200113) exceeds the maximum number of tokens allowed (1048576).", signals.Context},
		{400, "Range of input length should be [1, 129024]", signals.Context},
		{0, "terminated (cause: read ECONNRESET)", signals.Network},
		{400, "tools.0.name: invalid", ""},
		{404, "model not found", ""},
		{0, "", ""},
	} {
		got, ok := refusal.Kind(c.status, c.message)
		if got != c.want || ok != (c.want != "") {
			t.Errorf("%d %s: %q, %v, want %q", c.status, c.message, got, ok, c.want)
		}
	}
}

func TestStatusIsWhatTheMessageBeginsWith(t *testing.T) {
	for message, want := range map[string]int{
		"429 Too many":                     429,
		`429: {"code":"x"}`:                429,
		"[API Error: 401 no]":              0,
		"Error: 503 no":                    503,
		"4290 things":                      0,
		"the answer is 429":                0,
		"[429 You have exceeded the limit": 429,
	} {
		if got := refusal.Status(message); got != want {
			t.Errorf("%s: %d, want %d", message, got, want)
		}
	}
}

func TestOnlyAServicesLimitLimitsATurn(t *testing.T) {
	for message, want := range map[string]signals.Signal{
		"429 Too many requests": {State: signals.Limited,
			Limit: &signals.Limit{Kind: signals.Throttle, Final: true}},
		"read ECONNRESET": {State: signals.Failed,
			Limit: &signals.Limit{Kind: signals.Network, Final: true}},
		"This model's maximum context length is 128": {State: signals.Failed,
			Limit: &signals.Limit{Kind: signals.Context, Final: true}},
		"400 messages: at least one message is needed": {State: signals.Failed},
	} {
		want.About = message
		if diff := cmp.Diff(want, refusal.Ended(refusal.Status(message), message)); diff != "" {
			t.Errorf("%s:\n%s", message, diff)
		}
	}
}
