package term_test

import (
	"testing"
	"time"

	"stead/cmd/stead/cli/term"
)

func TestReasonIsSaidOnce(t *testing.T) {
	for _, c := range []struct{ state, reason, want string }{
		{"interrupted", "interrupted", "interrupted"}, {"failed", "", "failed"}, {"failed", "it broke", "failed: it broke"},
	} {
		if got := term.Because(c.state, c.reason); got != c.want {
			t.Errorf("%s, %s: %s", c.state, c.reason, got)
		}
	}
}

func TestTimesAreWrittenBriefly(t *testing.T) {
	for d, want := range map[time.Duration]string{0: "0s", 59400 * time.Millisecond: "59s", 83 * time.Second: "1m23s",
		4000 * time.Second: "1h06m"} {
		if got := term.Brief(d); got != want {
			t.Errorf("%v is written %s, want %s", d, got, want)
		}
	}
}

func TestFiguresAreWrittenAsPeopleSayThem(t *testing.T) {
	const day = 24 * time.Hour
	for d, want := range map[time.Duration]string{
		0: "now", 59 * time.Second: "now", 90 * time.Second: "1m", 119 * time.Minute: "1h", 47 * time.Hour: "47h",
		48 * time.Hour: "2d", 59 * day: "59d",
		60 * day: "2mo", 729 * day: "24mo", 730 * day: "2y",
	} {
		if got := term.Age(d); got != want {
			t.Errorf("the age of %v is %s, want %s", d, got, want)
		}
	}
	for n, want := range map[int64]string{0: "0", 999: "999", 1000: "1k", 1499: "1k", 1500: "2k", 999_499: "999k",
		999_500: "1.0M", 12_345_678: "12.3M"} {
		if got := term.Amount(n); got != want {
			t.Errorf("%d is %s, want %s", n, got, want)
		}
	}
	for n, want := range map[int64]string{0: "0 B", 999: "999 B", 1000: "1 kB", 999_499: "999 kB", 999_500: "1.0 MB",
		12_345_678: "12.3 MB", 1_100_000_000: "1.1 GB"} {
		if got := term.Size(n); got != want {
			t.Errorf("%d bytes are %s, want %s", n, got, want)
		}
	}
	for cost, want := range map[float64]string{0: "", 0.004: "$0.00", 12.255: "$12.26"} {
		if got := term.Dollars(cost); got != want {
			t.Errorf("%g is %q, want %q", cost, got, want)
		}
	}
}
