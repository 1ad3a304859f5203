package claude_test

import (
	"testing"

	"stead/internal/testkit/fixtures/failures"
	"stead/readers/claude"
)

func TestFailedAttemptsAreNotDelivered(t *testing.T) {
	failures.Deliver(t, claude.Reader{}, "projects/-home-user-demo-claude/session.jsonl")
}
