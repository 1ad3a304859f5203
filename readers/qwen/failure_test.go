package qwen_test

import (
	"testing"

	"stead/internal/adaptertest/failures"
	"stead/readers/qwen"
)

func TestFailedAttemptsAreNotDelivered(t *testing.T) {
	failures.Deliver(t, qwen.New(), "projects/-home-user-demo/chats/x.jsonl")
}
