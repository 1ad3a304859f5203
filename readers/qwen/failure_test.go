package qwen_test

import (
	"testing"

	"stead/internal/testkit/fixtures/failures"
	"stead/readers/qwen"
)

func TestFailedAttemptsAreNotDelivered(t *testing.T) {
	failures.Deliver(t, qwen.Reader{}, "projects/-home-user-demo/chats/x.jsonl")
}
