package lease

import (
	"context"
	"time"

	"stead/internal/sys/process"
)

// Clock measures how long something takes. Nobody can set it.
type Clock interface {
	// Now is the time since some moment, always the same one. It passes while the machine sleeps, too.
	Now() time.Duration
	// After sends once the duration has passed, or a little later. Stop frees what waits for it.
	After(d time.Duration) (fired <-chan time.Time, stop func() bool)
}

// system is the machine's clock.
type system struct{}

// Now is not that of Go's own monotonic clock: this one stands still while a laptop's lid is closed, and the lease ends
// meanwhile.
func (system) Now() time.Duration { return process.SinceBoot() }

// After is a timer, which stands still while the machine sleeps: nobody should wait long by it.
func (system) After(d time.Duration) (<-chan time.Time, func() bool) {
	timer := time.NewTimer(d)
	return timer.C, timer.Stop
}

// glance is the longest wait without a look at the clock.
const glance = time.Second

// within ends a context after a duration by a clock.
func within(ctx context.Context, c Clock, d time.Duration) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(ctx)
	fired, stop := c.After(d)
	go func() {
		defer stop()
		select {
		case <-fired:
			cancel()
		case <-ctx.Done():
		}
	}()
	return ctx, cancel
}
