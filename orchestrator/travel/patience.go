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
	// outage is how long the hub, or a machine that works for this one, may be away. After that, its work counts as lost.
	outage = 5 * time.Minute
	// retry is the pause before stead asks a machine again that did not answer.
	retry = time.Second
	// settled is longer than it takes to notice that a machine is away: package pipe breaks a silent connection after 18
	// seconds. A connection that broke later had received an answer.
	settled = 30 * time.Second
)

// patience asks a machine again while it, or the hub, is away.
type patience struct {
	// most is how long one outage may last, pause the time between two attempts.
	most, pause time.Duration
	// waits is called once for each outage, with its reason.
	waits func(why error)
}

// do calls ask until there is an answer. It returns the error of the last call if that is an answer, if the machine was
// away for too long, or if ctx is done.
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

// pause waits. It returns false if ctx is done first.
func pause(ctx context.Context, long time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(long):
		return true
	}
}

// isAway reports whether an error only says that a machine, or the hub, was away, or went away before it had answered.
// A node that ends first ends its errands by a signal.
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
