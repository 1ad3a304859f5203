package replica

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"stead/reach/seal"
)

// ErrNone says that the hub has nothing of a run.
var ErrNone = errors.New("the hub has nothing of this run")

// Copy writes what the hub has of a run's journal now into an empty file, verified. Errors: ErrNone,
// *seal.RemovedError, ErrDamaged, those of seal, of the hub, and of the file.
func (s Source) Copy(ctx context.Context, to *os.File) error {
	last, err := s.last(ctx)
	if errors.Is(err, errNone) {
		return ErrNone
	}
	if err != nil {
		return err
	}
	return s.copy(ctx, to, last.seq)
}

// Check says why the hub's copy of a run cannot be read. Errors: those of [Source.Copy].
func (s Source) Check(ctx context.Context) error {
	_, err := s.last(ctx)
	if errors.Is(err, errNone) {
		return ErrNone
	}
	if err == nil {
		_, err = s.key(ctx)
	}
	return err
}

// The servers of a cluster may lag behind their leader: what they do not have yet is asked for again, after pauses
// between these.
const (
	shortest = time.Millisecond
	longest  = 256 * time.Millisecond
)

// copy writes the line up to a message into an empty file.
func (s Source) copy(ctx context.Context, to *os.File, until uint64) error {
	r := &reading{source: s, to: to}
	for pause := shortest; ; pause *= 2 {
		err := r.read(ctx, until)
		if err == nil && r.line.end == 0 {
			return r.bad
		}
		if err == nil {
			return r.gap
		}
		if isBehind := errors.Is(err, errBehind); !isBehind || pause > longest {
			if isBehind {
				err = fmt.Errorf("%w: a part of it is missing", ErrDamaged)
			}
			return fmt.Errorf("get run %s from the hub: %w", s.Run, err)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(pause):
		}
	}
}

// errBehind says that a server lacks messages that the leader has.
var errBehind = errors.New("the hub lacks messages")

// reading puts a run's line together in a file.
type reading struct {
	source Source
	to     *os.File
	line   line
	// bad says what was wrong with a message that was passed over, gap that one which hangs on it was, too. From a fork on
	// the run's machine has published all anew.
	bad, gap error
}

// read reads from the first message on, so that every byte is verified, up to a message. Errors: errBehind; those of
// the hub, of a key, and of the file.
func (r *reading) read(ctx context.Context, until uint64) error {
	r.bad, r.gap = nil, nil
	if err := r.begin(0); err != nil {
		return err
	}
	for r.line.seq < until {
		page, err := r.source.page(ctx, r.line.seq+1)
		if err != nil {
			return err
		}
		if len(page) == 0 {
			return errBehind
		}
		for _, next := range page {
			if next.seq > until {
				return nil
			}
			if err := r.take(ctx, next); err != nil {
				return err
			}
			r.line.seq = next.seq
		}
	}
	return nil
}

// begin begins the line behind a message.
func (r *reading) begin(seq uint64) error {
	r.line = newLine()
	r.line.seq = seq
	err := r.to.Truncate(0)
	if err == nil {
		_, err = r.to.Seek(0, io.SeekStart)
	}
	return err
}

// take adds a message to the line. What the run's machine has not published there is passed over.
func (r *reading) take(ctx context.Context, s span) error {
	c, err := r.source.open(ctx, s)
	switch {
	case errors.Is(err, seal.ErrOpen) || errors.Is(err, ErrDamaged):
		r.bad = err
		return nil
	case err != nil:
		return err
	case r.line.seq > 0 && r.line.seq != s.place.Epoch:
		return nil // somebody has repeated it
	case s.place.Kind == forkKind:
		r.bad, r.gap = nil, nil
		return r.begin(s.seq)
	}
	fresh, ok := r.line.add(s, c)
	if !ok && r.bad != nil {
		r.gap = r.bad
		return nil
	}
	if !ok && r.line.seq == 0 {
		return fmt.Errorf("%w: it does not begin with its first byte", ErrDamaged)
	}
	if !ok {
		return errBehind // the hub has lost what was between, or has it anew
	}
	_, err = r.to.Write(fresh)
	return err
}
