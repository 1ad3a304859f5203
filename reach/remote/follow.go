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
	// outage is how long a followed machine, or the hub, may be away.
	outage = 5 * time.Minute
	// again is the pause between two attempts to continue.
	again = time.Second
	// settled is longer than it takes to notice that a machine is away: package pipe breaks a silent connection after 18
	// seconds. A connection that broke later had received an answer.
	settled = 30 * time.Second
)

// Following asks a machine for a stream that is the same each time, up to its current end. All fields must be set.
type Following struct {
	Machine string
	// Out gets the machine's output, once.
	Out io.Writer
	// Ask asks the machine, and returns the exit code there. Errors are those of [Hub.Ask].
	Ask func(out io.Writer) (code int, err error)
	// Waits is called when the connection to the machine has broken and Follow begins to wait for it.
	Waits func()
}

// GoneError says that a machine that was followed has not come back.
type GoneError struct {
	Machine string
	After   time.Duration
}

// Error names the machine.
func (e *GoneError) Error() string {
	return fmt.Sprintf("%s has not come back within %v", e.Machine, e.After)
}

// Follow asks until the stream ends, even if the connection breaks. It then asks the machine again, and skips the
// output that it already has. It does not wait for a machine that did not answer the first request. Errors: *GoneError,
// those of Ask, and the cause of ctx.
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

// hasBroken reports whether the connection was cut off. A node that ends first ends its errands by a signal.
func hasBroken(code int, err error, isFirst bool) bool {
	return errors.As(err, new(*errand.BrokenError)) || !isFirst && errors.As(err, new(*AwayError)) ||
		err == nil && (code < 0 || code == Interrupted)
}

// beyond writes only the bytes that it has not written before.
type beyond struct {
	to io.Writer
	// had is the number of bytes written so far, pass the number of bytes received in this attempt.
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
