package kimi_test

import (
	"testing"

	"stead/internal/testkit/fixtures/failures"
	"stead/readers/kimi"
)

func TestFailedAttemptsAreNotDelivered(t *testing.T) {
	failures.Deliver(t, kimi.Reader{}, "sessions/wd_demo_000000000000/ses_1/agents/main/wire.jsonl")
}
