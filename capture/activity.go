package capture

import (
	"sync"
	"time"
)

// Activity records when a CLI last showed a sign of life. It is safe for concurrent use.
type Activity struct {
	now func() time.Time

	mutex sync.Mutex
	last  time.Time
}

// NewActivity returns the activity of a CLI that has just been started.
func NewActivity(now func() time.Time) *Activity {
	return &Activity{now: now, last: now()}
}

// Beat records a sign of life.
func (a *Activity) Beat() {
	a.mutex.Lock()
	defer a.mutex.Unlock()
	a.last = a.now()
}

// Silence returns the time since the last sign of life.
func (a *Activity) Silence() time.Duration {
	a.mutex.Lock()
	defer a.mutex.Unlock()
	return a.now().Sub(a.last)
}

// Output processes output of the CLI.
func (a *Activity) Output(time.Time, []byte) { a.Beat() }

// Since reports whether the CLI has shown a sign of life after a moment.
func (a *Activity) Since(moment time.Time) bool {
	a.mutex.Lock()
	defer a.mutex.Unlock()
	return a.last.After(moment)
}
