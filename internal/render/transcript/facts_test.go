package transcript_test

import (
	"testing"

	"stead/internal/render/transcript"
)

func TestCountsAreGoodEnglish(t *testing.T) {
	for _, c := range []struct {
		n          int
		what, want string
	}{{0, "hit", "0 hits"}, {1, "hit", "1 hit"}, {2, "hit", "2 hits"}, {1, "copy", "1 copy"}, {2, "copy",
		"2 copies"}, {2, "day", "2 days"}} {
		if got := transcript.Count(c.n, c.what); got != c.want {
			t.Errorf("%d of %s: %q", c.n, c.what, got)
		}
	}
}
