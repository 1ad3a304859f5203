package codex_test

import (
	"testing"

	"stead/internal/testkit/fixtures/failures"
	"stead/readers/codex"
)

func TestFailedAttemptsAreNotDelivered(t *testing.T) {
	failures.Deliver(t, codex.Reader{}, "sessions/2026/11/20/rollout.jsonl")
}
