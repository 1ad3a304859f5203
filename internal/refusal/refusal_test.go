package refusal_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"stead/internal/refusal"
	"stead/signs"
)

func TestWordsTellMoreThanTheStatus(t *testing.T) {
	for _, c := range []struct {
		status  int
		message string
		want    signs.Kind
	}{
		{429, "You have exhausted your daily quota on this model.", signs.Usage},
		{429, "429 You exceeded your current token quota: org-test, please check your account balance", signs.Credit},
		{403, "403 You've reached your weekly (7-day) usage limit.", signs.Usage},
		{429, "Your prepayment credits are depleted.", signs.Credit},
		{429, `{"code":"insufficient_quota","message":"You exceeded your current quota"}`, signs.Credit},
		{429, "Your account org-test request reached organization max RPM: 20", signs.Throttle},
		{429, `{"code":"rate_limit_exceeded"}`, signs.Throttle},
		{503, "The model is overloaded. Please try again later.", signs.Overloaded},
		{502, "Bad gateway", signs.Overloaded},
		{402, "Payment required", signs.Credit},
		{401, "Invalid Authentication", signs.Auth},
		{400, "API key not valid. Please pass a valid API key.", signs.Auth},
		{400, "Access denied, please make sure your account is in good standing. Arrearage", signs.Credit},
		{400, "The input token count (1200113) exceeds the maximum number of tokens allowed (1048576).", signs.Context},
		{400, "Range of input length should be [1, 129024]", signs.Context},
		{0, "terminated (cause: read ECONNRESET)", signs.Network},
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
	for message, want := range map[string]signs.Sign{
		"429 Too many requests":                        {State: signs.Limited, Limit: &signs.Limit{Kind: signs.Throttle, Final: true}},
		"read ECONNRESET":                              {State: signs.Failed, Limit: &signs.Limit{Kind: signs.Network, Final: true}},
		"This model's maximum context length is 128":   {State: signs.Failed, Limit: &signs.Limit{Kind: signs.Context, Final: true}},
		"400 messages: at least one message is needed": {State: signs.Failed},
	} {
		want.About = message
		if diff := cmp.Diff(want, refusal.Ended(refusal.Status(message), message)); diff != "" {
			t.Errorf("%s:\n%s", message, diff)
		}
	}
}
