package remote

import (
	"slices"
	"testing"
)

func TestFlagsAreTakenOutOfALine(t *testing.T) {
	line := []string{"--from", "a", "--on=desk", "-p", "--on the way", "--to", "codex", "--cwd=/x", "--", "--on", "x"}
	want := []string{"-p", "--on the way", "--to", "codex", "--", "--on", "x"}
	if got := Without(line, "from", "on", "cwd"); !slices.Equal(got, want) {
		t.Errorf("left is %q", got)
	}
}
