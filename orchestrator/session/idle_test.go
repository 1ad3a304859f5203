package session

import (
	"testing"
	"time"

	"stead/inject/signals"
	"stead/runs"
)

// TestCLIWaitsForItsUserOnlyWithAnEmptyComposer asks in every state whether the CLI may be ended.
func TestCLIWaitsForItsUserOnlyWithAnEmptyComposer(t *testing.T) {
	for _, c := range []struct {
		name    string
		state   signals.State
		since   time.Duration
		typed   string
		ordered bool
		want    bool
	}{
		{"it waits", signals.Input, time.Minute, "", false, true},
		{"it has waited for a moment", signals.Input, 0, "", false, false},
		{"it works", signals.Working, time.Minute, "", false, false},
		{"it asks for a permission", signals.Permission, time.Minute, "", false, false},
		{"it starts", signals.Starting, time.Minute, "", false, false},
		{"something is typed", signals.Input, time.Minute, "And then", false, false},
		{"something was submitted", signals.Input, time.Minute, "And then\r", false, true},
		{"it is told something", signals.Input, time.Minute, "", true, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := attended(t, silent{})
			s.keyboard.typed(time.Now(), []byte(c.typed))
			s.keyboard.ordered.Store(c.ordered)
			s.o.Files.Record.Count(func(r *runs.Run) { r.State, r.Since = c.state, time.Now().Add(-c.since) })
			if got := s.IsIdle(); got != c.want {
				t.Errorf("idle %v, want %v", got, c.want)
			}
		})
	}
}
