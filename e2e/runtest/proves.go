package runtest

import (
	"slices"
	"strings"
	"testing"

	"stead/e2e/harness"
)

// Proves says that a test shows what these CLIs do, and that it is not the single test of its verb in which every CLI
// takes part. It skips the test if the test has passed with the current state, which [harness.Proven] defines. Tests
// that use only the quick CLIs are never skipped.
func Proves(t *testing.T, clis ...string) {
	t.Helper()
	if !slices.ContainsFunc(clis, func(cli string) bool { return !slices.Contains(harness.Quick, cli) }) {
		return
	}
	proven, err := harness.Proven(clis...)
	if err != nil {
		t.Fatal(err)
	}
	if proven {
		t.Skipf("proven for what %s is now (make prove repeats it)", strings.Join(clis, " and "))
	}
}
