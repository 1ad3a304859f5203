package e2e_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// unchanged fails the test when two snapshots of a folder differ.
func unchanged(t *testing.T, before, after map[string]string) {
	t.Helper()
	if difference := cmp.Diff(before, after); difference != "" {
		t.Errorf("files were touched (- before, + after):\n%s", difference)
	}
}
