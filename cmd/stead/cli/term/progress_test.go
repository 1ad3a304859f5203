package term

import "testing"

func TestABarSaysHowFarWorkHasCome(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		done, total int64
		want        string
	}{
		{0, 4_000_000, "indexing   0% [                        ] 0 B of 4.0 MB"},
		{1_000_000, 4_000_000, "indexing  25% [======                  ] 1.0 MB of 4.0 MB"},
		{4_000_000, 4_000_000, "indexing 100% [========================] 4.0 MB of 4.0 MB"},
	} {
		if got := bar("indexing", c.done, c.total); got != c.want {
			t.Errorf("%d of %d: %q, not %q", c.done, c.total, got, c.want)
		}
	}
}
