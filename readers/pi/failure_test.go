package pi_test

import (
	"testing"

	"stead/internal/fixtures/failures"
	"stead/readers/pi"
)

func TestFailedAttemptsAreNotDelivered(t *testing.T) {
	failures.Deliver(t, pi.New(), "sessions/--home-user-demo--/x.jsonl")
}
