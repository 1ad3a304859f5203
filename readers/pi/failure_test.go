package pi_test

import (
	"testing"

	"stead/internal/testkit/fixtures/failures"
	"stead/readers/pi"
)

func TestFailedAttemptsAreNotDelivered(t *testing.T) {
	failures.Deliver(t, pi.Reader{}, "sessions/--home-user-demo--/x.jsonl")
}
