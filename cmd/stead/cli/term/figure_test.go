package term

import (
	"testing"
	"time"
)

func TestReasonIsSaidOnce(t *testing.T) {
	for _, c := range []struct{ state, reason, want string }{
		{"interrupted", "interrupted", "interrupted"}, {"failed", "", "failed"}, {"failed", "it broke", "failed: it broke"},
	} {
		if got := Because(c.state, c.reason); got != c.want {
			t.Errorf("%s, %s: %s", c.state, c.reason, got)
		}
	}
}

func TestTimesAreWrittenBriefly(t *testing.T) {
	for d, want := range map[time.Duration]string{time.Hour: "1h", 30 * time.Minute: "30m", 20 * time.Second: "20s", 90 * time.Second: "1m30s", 10 * time.Minute: "10m"} {
		if got := Whole(d); got != want {
			t.Errorf("%v is written %s, want %s", d, got, want)
		}
	}
	for d, want := range map[time.Duration]string{0: "0s", 59400 * time.Millisecond: "59s", 83 * time.Second: "1m23s", 4000 * time.Second: "1h06m"} {
		if got := Brief(d); got != want {
			t.Errorf("%v is written %s, want %s", d, got, want)
		}
	}
}
