package qwen_test

import (
	"testing"

	"stead/internal/fixtures/failures"
	"stead/readers/qwen"
)

func TestFailedAttemptsAreNotDelivered(t *testing.T) {
	failures.Deliver(t, qwen.Reader{}, "projects/-home-user-demo/chats/x.jsonl")
}
