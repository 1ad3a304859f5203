package hubtest

import (
	"os"
	"strconv"
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

// Every runs the test of a fault in so many rounds, until one fails.
func Every(t *testing.T, test func(t *testing.T)) {
	t.Helper()
	for i := range Rounds(t) {
		if !t.Run(strconv.Itoa(i), test) {
			return
		}
	}
}
