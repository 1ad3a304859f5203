package hubtest

import (
	"os"
	"strconv"
	"sync/atomic"
	"testing"
)

// Rounds is how often a test has its fault happen: once, or as often as STEAD_CHAOS says (make chaos).
func Rounds(t testing.TB) int {
	t.Helper()
	text := os.Getenv("STEAD_CHAOS")
	if text == "" {
		return 1
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		t.Fatalf("STEAD_CHAOS is a number of rounds, not %q", text)
	}
	return n
}

// Every runs the test of a fault in so many rounds, several at a time: a round mostly waits. When one has failed, those
// that have not begun are left out.
func Every(t *testing.T, test func(t *testing.T)) {
	t.Helper()
	rounds := Rounds(t)
	var hasFailed atomic.Bool
	for i := range rounds {
		t.Run(strconv.Itoa(i), func(t *testing.T) {
			if rounds > 1 {
				t.Parallel()
			}
			if hasFailed.Load() {
				t.Skip("another round has failed")
			}
			defer func() {
				if t.Failed() {
					hasFailed.Store(true)
				}
			}()
			test(t)
		})
	}
}
