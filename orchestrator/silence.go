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
	patience := s.request.Patience.Silence
	if patience <= 0 {
		return nil
	}
	ticker := time.NewTicker(max(patience/20, time.Millisecond))
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-ticker.C:
		}
		if s.record.Current().State == signals.Working && s.activity.Silence() > patience {
			silent := signals.Signal{Limit: &signals.Limit{Kind: signals.Network, Final: true}, About: fmt.Sprintf("nothing for %v", patience)}
			return s.apply(state.Shown{From: inject.Event, Signal: silent})
		}
	}
}
