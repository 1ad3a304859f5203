package travel

import (
	"context"
	"errors"
	"time"

	"stead/reach/errand"
	"stead/reach/link"
	"stead/reach/remote"
)

const (
	// outage is for how long the hub, or a machine that works for this one, may be away. What it works at counts as lost
	// then.
	outage = 5 * time.Minute
	// retry is how long stead waits before it asks a machine again that did not answer.
	retry = time.Second
	// settled is how long it takes at most to notice that a machine is away: package pipe breaks a silent connection after
	// 18 seconds. What broke later had an answer.
	settled = 30 * time.Second
)

// patience has a machine asked again while it, or the hub, is away.
type patience struct {
	// most is for how long at a time, pause how long it waits in between.
	most, pause time.Duration
	// waits is told once of each time, with what is wrong.
	waits func(why error)
}

// do asks until there is an answer. The error is that of the last time: of ask, or of a machine that was away for too
// long, or when ctx was done.
func (p patience) do(ctx context.Context, ask func() error) error {
	for since := (time.Time{}); ; {
		begun := time.Now()
		err := ask()
		if err == nil || ctx.Err() != nil || !isAway(err) {
			return err
		}
		switch now := time.Now(); {
		case since.IsZero() || now.Sub(begun) > settled:
			since = now
			p.waits(err)
		case now.Sub(since) > p.most:
			return err
		}
		if !pause(ctx, p.pause) {
			return err
		}
	}
}

// pause waits. It is false if ctx is done first.
func pause(ctx context.Context, long time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(long):
		return true
	}
}

// isAway reports whether an error says no more than that a machine, or the hub, was away, or went away before it had
// answered. A node that ends has what it carries out end first, by a signal.
func isAway(err error) bool {
	var away *remote.AwayError
	var broken *errand.BrokenError
	var failed *remote.FailedError
	switch {
	case errors.As(err, &away), errors.As(err, &broken), errors.Is(err, link.ErrAway):
		return true
	case errors.As(err, &failed):
		return failed.Code == remote.Interrupted || failed.Code < 0
	}
	return false
}
