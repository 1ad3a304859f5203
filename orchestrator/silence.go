package orchestrator

import (
	"context"
	"fmt"
	"sync"
	"time"

	"stead/signs"
	"stead/timeline"
)

// pulse tells when a CLI was last heard of, and whether it waits for a tool of its own. It is a ptyx.Sink: what is drawn counts.
type pulse struct {
	now func() time.Time

	mutex sync.Mutex
	last  time.Time
	calls map[string]bool // those without a result
}

func newPulse(now func() time.Time) *pulse {
	return &pulse{now: now, last: now(), calls: map[string]bool{}}
}

func (p *pulse) beat() {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.last = p.now()
}

// entry takes what came into the session.
func (p *pulse) entry(e *timeline.Entry) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.last = p.now()
	switch e.Type {
	case timeline.ToolCall:
		p.calls[e.ID] = true
	case timeline.ToolResult:
		delete(p.calls, e.CallID)
	case timeline.User:
		clear(p.calls) // of a turn that was broken off
	}
}

// silence is for how long nothing was heard of a CLI that has nothing to wait for but its model.
func (p *pulse) silence() time.Duration {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if len(p.calls) > 0 {
		return 0
	}
	return p.now().Sub(p.last)
}

// Output implements ptyx.Sink.
func (p *pulse) Output(time.Time, []byte) { p.beat() }

// Input implements ptyx.Sink.
func (*pulse) Input(time.Time, []byte) {}

// Resize implements ptyx.Sink.
func (*pulse) Resize(time.Time, uint16, uint16) {}

// Flush implements ptyx.Sink.
func (*pulse) Flush() {}

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
		if s.ledger.current().State == signs.Working && s.pulse.silence() > patience {
			return s.take(signs.Sign{Limit: &signs.Limit{Kind: signs.Network, Final: true}, About: fmt.Sprintf("nothing for %v", patience)})
		}
	}
}
