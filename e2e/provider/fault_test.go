package provider_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"stead/e2e/provider"
)

// TestFaultHasTheFormOfItsService asks each API for each fault that has a body.
func TestFaultHasTheFormOfItsService(t *testing.T) {
	for path, faults := range map[string]map[provider.Fault]string{
		messages: {
			provider.UsageLimit: `429 "type":"rate_limit_error"`, provider.RateLimit: `429 "type":"rate_limit_error"`,
			provider.Overloaded: `529 "type":"overloaded_error"`, provider.Credit: `400 credit balance is too low`,
			provider.Auth: `401 "type":"authentication_error"`, provider.Context: `400 prompt is too long`,
		},
		responses: {
			provider.UsageLimit: `429 "type":"usage_limit_reached"`, provider.RateLimit: `429 "code":"rate_limit_exceeded"`,
			provider.Overloaded: `503 "code":"server_is_overloaded"`, provider.Credit: `429 "code":"insufficient_quota"`,
			provider.Auth: `401 "code":"invalid_api_key"`, provider.Context: `400 "code":"context_length_exceeded"`,
		},
		chat: {
			provider.UsageLimit: `429 "type":"FreeUsageLimitError"`, provider.RateLimit: `429 "code":"rate_limit_exceeded"`,
			provider.Overloaded: `503 "code":"server_is_overloaded"`, provider.Credit: `402 Insufficient credits`,
			provider.Auth: `401 "code":"invalid_api_key"`, provider.Context: `400 "code":"context_length_exceeded"`,
		},
		content: {
			provider.UsageLimit: `429 "quotaId":"GenerateRequestsPerDay`,
			provider.RateLimit:  `429 "quotaId":"GenerateRequestsPerMinute`,
			provider.Overloaded: `503 "status":"UNAVAILABLE"`, provider.Credit: `429 prepayment credits`,
			provider.Auth: `400 API key not valid`, provider.Context: `400 input token count`,
		},
	} {
		for fault, want := range faults {
			status, text, _ := strings.Cut(want, " ")
			p := start(t, provider.Steps(provider.Refuse(fault))...)
			got, answer := ask(t, p, path, `{}`)
			if fmt.Sprint(got) != status || !strings.Contains(answer, text) {
				t.Errorf("%s, %s: %d %s", path, fault, got, answer)
			}
		}
	}
}

func TestWindowOfThePlanIsInTheHeaders(t *testing.T) {
	reset := time.Unix(1795212050, 0)
	limited := provider.Refuse(provider.UsageLimit)
	limited.Reset, limited.RetryAfter = reset, time.Minute
	near := provider.Reply{Text: "hello", Used: 0.92, Reset: reset}
	for path, wants := range map[string][2]map[string]string{
		messages: {
			{"Anthropic-Ratelimit-Unified-Status": "rejected", "Anthropic-Ratelimit-Unified-Reset": "1795212050",
				"Retry-After": "60"},
			{"Anthropic-Ratelimit-Unified-Status": "allowed_warning", "Anthropic-Ratelimit-Unified-5h-Utilization": "0.92",
				"Retry-After": ""},
		},
		responses: {
			{"X-Codex-Primary-Used-Percent": "100", "X-Codex-Primary-Reset-At": "1795212050"},
			{"X-Codex-Primary-Used-Percent": "92", "X-Codex-Primary-Reset-At": "1795212050"},
		},
	} {
		p := start(t, provider.Steps(limited, near)...)
		for _, want := range wants {
			response := post(t.Context(), t, p, path, `{}`)
			for name, value := range want {
				if got := response.Header.Get(name); got != value {
					t.Errorf("%s: %s is %q, want %q", path, name, got, value)
				}
			}
		}
	}
}

func TestCutStreamHasNoEnd(t *testing.T) {
	for path, body := range map[string]string{messages: plainMessages, responses: plainResponses, chat: plainChat,
		content: plainContent} {
		p := start(t, provider.Steps(provider.Refuse(provider.Cut), provider.Say("whole"))...)
		answer, err := io.ReadAll(post(t.Context(), t, p, path, body).Body)
		if !errors.Is(err, io.ErrUnexpectedEOF) || !strings.Contains(string(answer), "It brea") {
			t.Errorf("%s: %v after %s", path, err, answer)
		}
		if _, answer := ask(t, p, path, body); !strings.Contains(answer, "ole") {
			t.Errorf("%s: then %q", path, answer)
		}
	}
}

func TestSilenceLastsUntilTheClientLeaves(t *testing.T) {
	p := start(t, provider.Steps(provider.Refuse(provider.Silence))...)
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		_, _ = p.WaitTurns(ctx, 1)
		cancel()
	}()
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, p.URL()+chat, strings.NewReader(plainChat))
	if err != nil {
		t.Fatal(err)
	}
	if response, err := http.DefaultClient.Do(request); !errors.Is(err, context.Canceled) {
		response.Body.Close()
		t.Errorf("an answer came: %v", err)
	}
}
