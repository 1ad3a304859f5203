package signs_test

import (
	"testing"
	"time"

	"stead/signs"
)

func TestPatienceEndsWithALimitThatStays(t *testing.T) {
	patience := signs.Patience{Attempts: 3, Delay: time.Minute}
	for _, c := range []struct {
		name  string
		limit signs.Limit
		want  bool
	}{
		{"a window used up", signs.Limit{Kind: signs.Usage}, true},
		{"a window nearly used up", signs.Limit{Kind: signs.Usage, Near: 0.92}, false},
		{"no credit", signs.Limit{Kind: signs.Credit}, true},
		{"a key that is not taken", signs.Limit{Kind: signs.Auth}, true},
		{"too many requests, tried again", signs.Limit{Kind: signs.Throttle, Attempt: 2, Delay: time.Second}, false},
		{"too many requests, tried often", signs.Limit{Kind: signs.Throttle, Attempt: 3}, true},
		{"a long wait", signs.Limit{Kind: signs.Overloaded, Attempt: 1, Delay: 2 * time.Hour}, true},
		{"given up", signs.Limit{Kind: signs.Network, Final: true}, true},
		{"too long a session", signs.Limit{Kind: signs.Context, Final: true}, false},
	} {
		if got := c.limit.Exceeds(patience); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}

func TestAttemptsAreCountedWhereTheCLIDoesNot(t *testing.T) {
	reset := time.Date(2026, 11, 21, 23, 0, 0, 0, time.UTC)
	var known *signs.Limit
	for i, c := range []struct{ told, want signs.Limit }{
		{signs.Limit{Kind: signs.Throttle}, signs.Limit{Kind: signs.Throttle, Attempt: 1}},
		{signs.Limit{Kind: signs.Throttle}, signs.Limit{Kind: signs.Throttle, Attempt: 2}},
		{signs.Limit{Kind: signs.Throttle, Attempt: 7, Reset: reset}, signs.Limit{Kind: signs.Throttle, Attempt: 7, Reset: reset}},
		{signs.Limit{Kind: signs.Throttle, Delay: time.Minute}, signs.Limit{Kind: signs.Throttle, Attempt: 7, Reset: reset, Delay: time.Minute}},
		{signs.Limit{Kind: signs.Usage, Near: 0.9}, signs.Limit{Kind: signs.Usage, Near: 0.9, Reset: reset}},
		{signs.Limit{Kind: signs.Usage, Final: true}, signs.Limit{Kind: signs.Usage, Final: true, Reset: reset}},
	} {
		got := c.told.Following(known)
		if got != c.want {
			t.Errorf("sign %d: %+v, want %+v", i+1, got, c.want)
		}
		known = &got
	}
}
