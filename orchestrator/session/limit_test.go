package session

import (
	"errors"
	"strings"
	"testing"
	"time"

	"stead/inject/signals"
)

func TestLimitIsSaidInWords(t *testing.T) {
	reset := time.Date(2026, 11, 27, 18, 30, 0, 0, time.Local)
	for want, e := range map[string]*LimitError{
		"A CLI has no credit left": {Limit: signals.Limit{Kind: signals.Credit}},
		"A CLI has hit a limit":    {Limit: signals.Limit{Kind: "unheard of"}},
		"A CLI has used up its plan until 2026-11-27 18:30:00": {
			Limit: signals.Limit{Kind: signals.Usage, Reset: reset}},
		"A CLI finds its provider overloaded; it said: Come back soon": {Limit: signals.Limit{Kind: signals.Overloaded},
			About: "Come back soon."},
	} {
		e.CLI = "A CLI"
		if e.Error() != want || !errors.Is(e, ErrCLIFailed) {
			t.Errorf("it says %q, not %q", e, want)
		}
	}
}

// Another CLI helps against each limit but that of the context.
func TestHintSaysHowARunGoesOnAfterALimit(t *testing.T) {
	for want, e := range map[string]*LimitError{
		"with less of it: stead run --from run:1 --to CLI --history last:20": {
			Limit: signals.Limit{Kind: signals.Context}, Failover: true,
		},
		"in another CLI: stead run --from run:1 --to CLI": {
			Limit: signals.Limit{Kind: signals.Usage}, Failover: true},
		"in another CLI: stead run --from run:1 --to CLI (--failover does that automatically)": {
			Limit: signals.Limit{Kind: signals.Usage}},
	} {
		e.Run = "1"
		if got := strings.TrimPrefix(e.Hint(), "continue "); got != want {
			t.Errorf("it says %q, not %q", got, want)
		}
	}
}
