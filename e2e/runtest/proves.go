package runtest

import (
	"slices"
	"strings"
	"testing"

	"stead/e2e/harness"
)

// Proves says that a test shows what these CLIs do, and is not the one test of its verb that each CLI takes part in. It
// is skipped when it has passed with just what is there now; [harness.Proven] says what that is. Tests with the quick
// CLIs alone never are.
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
