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
