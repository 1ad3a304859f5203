package web_test

import (
	"os"
	"testing"

	"stead/e2e/harness"
)

// TestMain has the pages served by a stead as users have it: with the race detector a long session takes six times as long. What the server does at once is tested with it
// in browser/api.
func TestMain(m *testing.M) {
	harness.WithoutRaces()
	os.Exit(harness.Main(m))
}
