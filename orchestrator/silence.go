package orchestrator

import (
	"context"
	"fmt"
	"time"

	"stead/inject"
	"stead/orchestrator/state"
	"stead/signals"
)

// mind takes it for a limit when a CLI at work is silent for longer than the user's patience: codex 0.169.0 sleeps without a word when it is
// told to come back in two hours.
func (s *supervision) mind(ctx context.Context) error {
	for {
		patience := s.request.current().Patience.Silence
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(between(patience)):
		}
		if patience > 0 && s.record.Current().State == signals.Working && s.activity.Silence() > patience {
			silent := signals.Signal{Limit: &signals.Limit{Kind: signals.Network, Final: true}, About: fmt.Sprintf("nothing for %v", patience)}
			return s.apply(state.Shown{From: inject.Event, Signal: silent})
		}
	}
}

// between is how long to wait before the silence is measured again. The patience may change meanwhile.
func between(patience time.Duration) time.Duration {
	const longest = time.Second
	if patience <= 0 {
		return longest
	}
	return min(max(patience/20, time.Millisecond), longest)
}
