package capture

import (
	"sync"
	"time"

	"stead/timeline"
)

// Activity tells when a CLI was last heard of, and whether it waits for a tool of its own. Its methods may be called from several goroutines.
type Activity struct {
	now func() time.Time

	mutex sync.Mutex
	last  time.Time
	calls map[string]bool // those without a result
}

// NewActivity returns that of a CLI which has just been started.
func NewActivity(now func() time.Time) *Activity {
	return &Activity{now: now, last: now(), calls: map[string]bool{}}
}

func (a *Activity) beat() {
	a.mutex.Lock()
	defer a.mutex.Unlock()
	a.last = a.now()
}

// Entry takes what came into the session.
func (a *Activity) Entry(e *timeline.Entry) {
	a.mutex.Lock()
	defer a.mutex.Unlock()
	a.last = a.now()
	switch {
	case e.Type == timeline.ToolCall:
		a.calls[e.ID] = true
	case e.Type == timeline.ToolResult:
		delete(a.calls, e.CallID)
	case e.StartsTurn():
		clear(a.calls) // of a turn that was broken off
	}
}

// Silence is for how long nothing was heard of a CLI that has nothing to wait for but its model.
func (a *Activity) Silence() time.Duration {
	a.mutex.Lock()
	defer a.mutex.Unlock()
	if len(a.calls) > 0 {
		return 0
	}
	return a.now().Sub(a.last)
}

// Output takes what the CLI draws or says.
func (a *Activity) Output(time.Time, []byte) { a.beat() }

// Since reports whether anything was heard of the CLI after a moment.
func (a *Activity) Since(moment time.Time) bool {
	a.mutex.Lock()
	defer a.mutex.Unlock()
	return a.last.After(moment)
}
