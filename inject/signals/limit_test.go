package signals_test

import (
	"testing"
	"time"

	"stead/inject/signals"
)

func TestPatienceEndsWithALimitThatStays(t *testing.T) {
	patience := signals.Patience{Attempts: 3, Delay: time.Minute}
	for _, c := range []struct {
		name  string
		limit signals.Limit
		want  bool
	}{
		{"a window used up", signals.Limit{Kind: signals.Usage}, true},
		{"a window nearly used up", signals.Limit{Kind: signals.Usage, Near: 0.92}, false},
		{"no credit", signals.Limit{Kind: signals.Credit}, true},
		{"a key that is not taken", signals.Limit{Kind: signals.Auth}, true},
		{"too many requests, tried again", signals.Limit{Kind: signals.Throttle, Attempt: 2, Delay: time.Second}, false},
		{"too many requests, tried often", signals.Limit{Kind: signals.Throttle, Attempt: 3}, true},
		{"a long wait", signals.Limit{Kind: signals.Overloaded, Attempt: 1, Delay: 2 * time.Hour}, true},
		{"given up", signals.Limit{Kind: signals.Network, Final: true}, true},
		{"too long a session", signals.Limit{Kind: signals.Context, Final: true}, false},
	} {
		if got := c.limit.Exceeds(patience); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}

func TestAttemptsAreCountedWhereTheCLIDoesNot(t *testing.T) {
	reset := time.Date(2026, 11, 21, 23, 0, 0, 0, time.UTC)
	var known *signals.Limit
	for i, c := range []struct{ told, want signals.Limit }{
		{signals.Limit{Kind: signals.Throttle}, signals.Limit{Kind: signals.Throttle, Attempt: 1}},
		{signals.Limit{Kind: signals.Throttle}, signals.Limit{Kind: signals.Throttle, Attempt: 2}},
		{signals.Limit{Kind: signals.Throttle, Attempt: 7, Reset: reset},
			signals.Limit{Kind: signals.Throttle, Attempt: 7, Reset: reset}},
		{signals.Limit{Kind: signals.Throttle, Delay: time.Minute},
			signals.Limit{Kind: signals.Throttle, Attempt: 7, Reset: reset, Delay: time.Minute}},
		{signals.Limit{Kind: signals.Usage, Near: 0.9}, signals.Limit{Kind: signals.Usage, Near: 0.9, Reset: reset}},
		{signals.Limit{Kind: signals.Usage, Final: true}, signals.Limit{Kind: signals.Usage, Final: true, Reset: reset}},
	} {
		got := c.told.Following(known)
		if got != c.want {
			t.Errorf("sign %d: %+v, want %+v", i+1, got, c.want)
		}
		known = &got
	}
}
