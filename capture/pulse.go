package capture

import (
	"sync"
	"time"

	"stead/timeline"
)

// Pulse tells when a CLI was last heard of, and whether it waits for a tool of its own. Its methods may be called from several goroutines.
type Pulse struct {
	now func() time.Time

	mutex sync.Mutex
	last  time.Time
	calls map[string]bool // those without a result
}

// NewPulse returns that of a CLI which has just been started.
func NewPulse(now func() time.Time) *Pulse {
	return &Pulse{now: now, last: now(), calls: map[string]bool{}}
}

func (p *Pulse) beat() {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.last = p.now()
}

// Entry takes what came into the session.
func (p *Pulse) Entry(e *timeline.Entry) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.last = p.now()
	switch {
	case e.Type == timeline.ToolCall:
		p.calls[e.ID] = true
	case e.Type == timeline.ToolResult:
		delete(p.calls, e.CallID)
	case e.StartsTurn():
		clear(p.calls) // of a turn that was broken off
	}
}

// Silence is for how long nothing was heard of a CLI that has nothing to wait for but its model.
func (p *Pulse) Silence() time.Duration {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if len(p.calls) > 0 {
		return 0
	}
	return p.now().Sub(p.last)
}

// Since reports whether anything was heard of the CLI after a moment.
func (p *Pulse) Since(moment time.Time) bool {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	return p.last.After(moment)
}

// Output takes what the CLI draws or says.
func (p *Pulse) Output(time.Time, []byte) { p.beat() }
