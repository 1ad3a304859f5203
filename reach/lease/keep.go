package lease

import (
	"context"
	"errors"
	"time"
)

// Keep renews the lease until the context ends, and returns its error then; or a *Lost as soon as another has the
// lease, or once the holder cannot count on it any more. Then the hub still keeps others out for a fifth of the lease's
// time: stop what needs the lease within it.
func (l *Lease) Keep(ctx context.Context) error {
	next := l.clock.Now() + l.ttl/3
	var cause error
	for {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		left := l.Left()
		if left == 0 {
			return &Lost{Key: l.key, Cause: cause}
		}
		wait := next - l.clock.Now()
		if wait > 0 {
			l.wait(ctx, min(wait, left, glance))
			continue
		}
		cause = l.renew(ctx, left)
		if lost := l.lost(cause); lost != nil {
			return lost
		}
		next = l.clock.Now() + l.pause(cause)
	}
}

// pause is how long the holder waits before it renews again: not long where it has failed.
func (l *Lease) pause(failure error) time.Duration {
	if failure != nil {
		return l.ttl / 30
	}
	return l.ttl / 3
}

func (l *Lease) wait(ctx context.Context, d time.Duration) {
	fired, stop := l.clock.After(d)
	defer stop()
	select {
	case <-fired:
	case <-ctx.Done():
	}
}

// renew does not wait for an answer longer than a sixth of the lease's time, so that another attempt may come through.
func (l *Lease) renew(ctx context.Context, left time.Duration) error {
	ctx, cancel := within(ctx, l.clock, min(left, l.ttl/6))
	defer cancel()
	return l.put(ctx)
}

// lost says whether a failure to renew is the end.
func (l *Lease) lost(failure error) *Lost {
	lost := &Lost{Key: l.key}
	var held *Held
	switch {
	case errors.As(failure, &held):
		lost.Holder = held.Holder
	case errors.Is(failure, errTaken):
		lost.Cause = failure
	default:
		return nil
	}
	l.setEnd(l.clock.Now())
	return lost
}
