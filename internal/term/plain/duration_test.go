package plain_test

import (
	"testing"
	"time"

	"stead/internal/term/plain"
)

func TestDurationHasNoPartsThatAreNothing(t *testing.T) {
	for d, want := range map[time.Duration]string{
		time.Hour: "1h", 30 * time.Minute: "30m", 20 * time.Second: "20s", 90 * time.Second: "1m30s",
		10 * time.Minute: "10m", 50 * time.Millisecond: "50ms", 0: "0s",
	} {
		if got := plain.Duration(d); got != want {
			t.Errorf("%v is written %s, want %s", d, got, want)
		}
	}
}
