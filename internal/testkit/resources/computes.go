package resources

import "testing"

// OnlyComputes skips a test if the race detector is on: the test would take minutes, and has no goroutines of its own.
// Importing this package makes e2e/suite run a package without the detector, too.
func OnlyComputes(t testing.TB) {
	t.Helper()
	if RaceEnabled {
		t.Skip("it only computes: it runs without the race detector")
	}
}
