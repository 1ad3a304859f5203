package machines

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"stead/cmd/stead/cli/failure"
	"stead/cmd/stead/cli/setup"
	"stead/reach/errand"
	"stead/reach/remote"
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

// follows reports whether a command line follows a run's output, which is the same each time it is asked for, as far as
// it has come.
func follows(line []string) bool {
	return line[0] == "logs" && slices.ContainsFunc(line, func(a string) bool {
		return a == "--follow" || strings.HasPrefix(a, "-") && !strings.HasPrefix(a, "--") && strings.Contains(a, "f")
	})
}

// askFollowing passes on what a run says, also across a connection that breaks: then it is asked for anew, without what
// was told before. A machine that did not answer at first is not waited for.
func askFollowing(ctx context.Context, p *setup.Process, h *remote.Hub, machine string,
	r errand.Request) (code int, err error) {
	out := &beyond{to: p.Term.Out}
	for broken := (time.Time{}); ; {
		begun := time.Now()
		out.pass = 0
		code, err = askTold(ctx, p.Term, h, machine, r, out)
		isFirst := broken.IsZero()
		switch {
		case ctx.Err() != nil || !hasBroken(code, err, isFirst):
			return code, err
		case isFirst || time.Since(begun) > settled:
			broken = time.Now()
			p.Term.Note("%s or the hub is away: waiting for it", machine)
		case time.Since(broken) > outage:
			return 0, &failure.Error{
				Code: failure.Failed, Text: fmt.Sprintf("%s has not come back within %v", machine, outage),
				Tip: "the run goes on there; when it answers: stead " + strings.Join(p.Args, " "),
			}
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
	return errors.As(err, new(*errand.BrokenError)) || !isFirst && errors.As(err, new(*remote.AwayError)) ||
		err == nil && (code < 0 || code == failure.Interrupted)
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
