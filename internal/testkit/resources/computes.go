package resources

import "testing"

// OnlyComputes skips a test where the race detector is on: it would take minutes there, and has no goroutines of its
// own. The import of this package has e2e/suite run a package without the detector, too.
func OnlyComputes(t testing.TB) {
	t.Helper()
	if RaceEnabled {
		t.Skip("it only computes: it runs without the race detector")
	}
}
