package gemini_test

import (
	"testing"

	"stead/internal/testkit/fixtures/failures"
	"stead/readers/gemini"
)

func TestFailedAttemptsAreNotDelivered(t *testing.T) {
	failures.Deliver(t, gemini.Reader{}, "tmp/demo/chats/session-x.jsonl")
}
