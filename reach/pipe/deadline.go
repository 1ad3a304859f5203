package pipe

import (
	"sync"
	"time"
)

// A deadline can be waited for, and moved while goroutines wait.
type deadline struct {
	mu    sync.Mutex
	timer *time.Timer
	// past is closed when the deadline has passed.
	past chan struct{}
}

func newDeadline() *deadline { return &deadline{past: make(chan struct{})} }

// set moves the deadline. The zero time means never.
func (d *deadline) set(at time.Time) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.timer != nil && !d.timer.Stop() {
		<-d.past // the timer has fired, and is about to close the channel
	}
	d.timer = nil
	if d.isPast() {
		d.past = make(chan struct{})
	}
	if at.IsZero() {
		return
	}
	past := d.past
	if wait := time.Until(at); wait > 0 {
		d.timer = time.AfterFunc(wait, func() { close(past) })
	} else {
		close(past)
	}
}

func (d *deadline) isPast() bool {
	select {
	case <-d.past:
		return true
	default:
		return false
	}
}

func (d *deadline) reached() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.isPast()
}

// wait returns a channel that is closed at the current deadline. A goroutine that waits for it learns of a later
// deadline only then.
func (d *deadline) wait() <-chan struct{} {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.past
}
