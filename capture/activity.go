package capture

import (
	"sync"
	"time"
)

// Activity tells when a CLI was last heard of. Its methods may be called from several goroutines.
type Activity struct {
	now func() time.Time

	mutex sync.Mutex
	last  time.Time
}

// NewActivity returns that of a CLI which has just been started.
func NewActivity(now func() time.Time) *Activity {
	return &Activity{now: now, last: now()}
}

// Beat notes that the CLI was heard of.
func (a *Activity) Beat() {
	a.mutex.Lock()
	defer a.mutex.Unlock()
	a.last = a.now()
}

// Silence is for how long nothing was heard of the CLI.
func (a *Activity) Silence() time.Duration {
	a.mutex.Lock()
	defer a.mutex.Unlock()
	return a.now().Sub(a.last)
}

// Output takes what the CLI draws or says.
func (a *Activity) Output(time.Time, []byte) { a.Beat() }

// Since reports whether anything was heard of the CLI after a moment.
func (a *Activity) Since(moment time.Time) bool {
	a.mutex.Lock()
	defer a.mutex.Unlock()
	return a.last.After(moment)
}
