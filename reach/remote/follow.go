package remote

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"stead/reach/errand"
)

const (
	// outage is for how long a machine that is followed, or the hub, may be away.
	outage = 5 * time.Minute
	// again is how long lies between two attempts to go on.
	again = time.Second
	// settled is longer than it takes to notice that a machine is away: package pipe breaks a silent connection after 18
	// seconds. What broke later had an answer.
	settled = 30 * time.Second
)

// Following asks a machine for what is the same each time that it is asked for, as far as it has come. All fields must
// be set.
type Following struct {
	Machine string
	// Out gets what the machine says, once.
	Out io.Writer
	// Ask asks the machine, and returns the exit code there. Errors are those of [Hub.Ask].
	Ask func(out io.Writer) (code int, err error)
	// Waits is called when the machine has been cut off, and is waited for.
	Waits func()
}

// GoneError says that a machine which was followed has not come back.
type GoneError struct {
	Machine string
	After   time.Duration
}

// Error names it.
func (e *GoneError) Error() string {
	return fmt.Sprintf("%s has not come back within %v", e.Machine, e.After)
}

// Follow asks until there is an end, also across a connection that breaks: then the machine is asked anew, and what it
// has told before is left out. One that did not answer at first is not waited for. Errors: *GoneError, those of Ask,
// and the cause of ctx.
func (f Following) Follow(ctx context.Context) (code int, err error) {
	out := &beyond{to: f.Out}
	for broken := (time.Time{}); ; {
		begun := time.Now()
		out.pass = 0
		code, err = f.Ask(out)
		isFirst := broken.IsZero()
		switch {
		case ctx.Err() != nil || !hasBroken(code, err, isFirst):
			return code, err
		case isFirst || time.Since(begun) > settled:
			broken = time.Now()
			f.Waits()
		case time.Since(broken) > outage:
			return 0, &GoneError{f.Machine, outage}
		}
		select {
		case <-ctx.Done():
			return 0, context.Cause(ctx)
		case <-time.After(again):
		}
	}
}

// hasBroken reports whether a follower was cut off. A node that ends has what it carries out end first, by a signal.
func hasBroken(code int, err error, isFirst bool) bool {
	return errors.As(err, new(*errand.BrokenError)) || !isFirst && errors.As(err, new(*AwayError)) ||
		err == nil && (code < 0 || code == Interrupted)
}

// beyond writes what comes beyond what it has written before.
type beyond struct {
	to io.Writer
	// had is how many bytes were written, pass how many of this time have come.
	had, pass int64
}

// Write implements io.Writer.
func (w *beyond) Write(p []byte) (n int, err error) {
	n = len(p)
	known := min(max(0, w.had-w.pass), int64(n))
	w.pass += int64(n)
	if known == int64(n) {
		return n, nil
	}
	if _, err := w.to.Write(p[known:]); err != nil {
		return 0, err
	}
	w.had = w.pass
	return n, nil
}
