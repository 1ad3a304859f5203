package replica

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/nats-io/nats.go"

	"stead/internal/wake"
	"stead/reach/seal"
)

// watch is how often a follower that hears nothing compares with the subject's last message.
const watch = 5 * time.Second

// shortest is for how long a follower waits before it asks again for what it was told of: the message goes out before the server has stored it.
const (
	shortest = time.Millisecond
	longest  = 256 * time.Millisecond
)

// Follower hands on the bytes of a run's journal as they come to the hub. It is not safe for use by several goroutines. Nothing at the hub
// knows of it but a subscription, which ends with the connection.
type Follower struct {
	source Source
	line   line
	// given is up to where the bytes were handed on, or need not be.
	given int64
	// marks are what was handed on.
	marks marks
	// until is the sequence of the last message that is read, or 0.
	until   uint64
	pending []span
	wake    chan struct{}
	// back says that the connection is there again.
	back chan nats.Status
	sub  *nats.Subscription
}

// Follow follows a run from an offset of its journal. It reads from the first message on, so that every byte is verified. The follower must be closed. Errors: those of
// the connection.
func (s Source) Follow(from int64) (*Follower, error) {
	f := &Follower{source: s, line: newLine(), given: from, wake: make(chan struct{}, 1)}
	var err error
	// What comes here may be refused by the stream: it only says that there may be news.
	f.sub, err = s.Conn.Subscribe(s.subject(), func(*nats.Msg) { wake.Notify(f.wake) })
	if err != nil {
		return nil, fmt.Errorf("follow run %s: %w", s.Run, err)
	}
	f.back = s.Conn.StatusChanged(nats.CONNECTED)
	return f, nil
}

// Close ends the following.
func (f *Follower) Close() error {
	f.source.Conn.RemoveStatusListener(f.back)
	if err := f.sub.Unsubscribe(); err != nil && !errors.Is(err, nats.ErrConnectionClosed) {
		return err
	}
	return nil
}

// Offset is up to where bytes were handed on.
func (f *Follower) Offset() int64 { return f.given }

// Epoch is the newest epoch of the run that was seen.
func (f *Follower) Epoch() uint64 { return f.line.epoch }

// Next returns the next bytes; it waits for them. It outlasts a hub that is away. Errors: [*ForkedError], after which it goes on; ErrDamaged;
// *seal.RemovedError; that of the context; io.EOF for a reading that has an end.
func (f *Follower) Next(ctx context.Context) ([]byte, error) {
	pause := shortest
	for {
		fresh, err := f.advance(ctx)
		if len(fresh) > 0 || isFinal(err) {
			return fresh, err
		}
		if err == nil {
			continue // a span without news
		}
		if f.until > 0 && !errors.Is(err, errNone) {
			return nil, err
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if !errors.Is(err, errNone) {
			pause = min(pause, longest/2) // the hub is away: that says nothing of news
		}
		if pause, err = f.rest(ctx, pause); isFinal(err) {
			return nil, err
		}
	}
}

func isFinal(err error) bool {
	var forked *ForkedError
	var removed *seal.RemovedError
	return errors.As(err, &forked) || errors.As(err, &removed) || errors.Is(err, io.EOF) || errors.Is(err, ErrDamaged) || errors.Is(err, seal.ErrOpen) ||
		errors.Is(err, seal.ErrForeign) || errors.Is(err, nats.ErrConnectionClosed)
}

// advance takes the next span. Without any the error is errNone.
func (f *Follower) advance(ctx context.Context) ([]byte, error) {
	if f.until > 0 && f.line.seq >= f.until {
		return nil, io.EOF
	}
	if len(f.pending) == 0 {
		var err error
		if f.pending, err = f.source.page(ctx, f.line.seq+1); err != nil {
			return nil, err
		}
		if len(f.pending) == 0 {
			return nil, errNone
		}
	}
	next := f.pending[0]
	fresh, err := f.take(ctx, next)
	if err != nil && !isFinal(err) {
		f.pending = nil // the hub may have others by now: it may have lost these, and their key
		return nil, err
	}
	if len(f.pending) > 0 { // it may have begun anew
		f.pending = f.pending[1:]
	}
	return fresh, err
}

// take adds a span to the line, and returns what of it is to be handed on.
func (f *Follower) take(ctx context.Context, s span) ([]byte, error) {
	if s.place.Epoch < f.line.epoch {
		f.line.seq = s.seq
		return nil, nil // of an owner that others have followed
	}
	key, err := f.source.key(ctx, s.place.Epoch)
	if err != nil {
		return nil, err
	}
	c, err := s.open(key)
	if err != nil {
		return nil, err
	}
	if s.place.Kind == forkKind {
		return nil, f.fork(s, c)
	}
	before := f.line
	fresh, ok := f.line.add(s, c)
	if !ok && f.line.seq == 0 {
		return nil, fmt.Errorf("%w: run %s does not begin with its first byte", ErrDamaged, f.source.Run)
	}
	if !ok {
		f.again() // the hub has lost what was between, or has it anew
		return nil, errNone
	}
	f.line.seq, f.line.epoch = s.seq, s.place.Epoch
	return f.hand(before, fresh)
}

// hand returns what is new of what has come after a line. What was handed on before must be what has come now, if the reading has begun anew.
func (f *Follower) hand(before line, fresh []byte) ([]byte, error) {
	if before.end < f.given {
		at, isSame, err := f.marks.compare(before, fresh)
		if err != nil {
			return nil, err
		}
		if !isSame {
			f.again()
			return nil, f.forget(at)
		}
	}
	if f.line.end <= f.given {
		return nil, nil
	}
	skip := max(f.given-before.end, 0)
	f.given = f.line.end
	f.marks.add(f.line)
	return fresh[skip:], nil
}

// forget takes what was handed on back to an offset.
func (f *Follower) forget(offset int64) error {
	f.marks.forget(offset)
	if f.given <= offset {
		return nil
	}
	f.given = offset
	return &ForkedError{Offset: offset}
}

// fork begins the line anew: its publisher publishes all of it again, and says how much of it is as it was.
func (f *Follower) fork(s span, c content) error {
	common, err := commonOf(s, c)
	if err != nil {
		return err
	}
	f.line = newLine()
	f.line.seq, f.line.epoch = s.seq, s.place.Epoch
	return f.forget(common)
}

// again begins with the subject's first message. What was handed on stays so: overlapping ranges are spliced.
func (f *Follower) again() {
	f.line, f.pending = newLine(), nil
}

// rest waits for news, and looks after a while whether there should have been some. It returns for how long to wait next.
func (f *Follower) rest(ctx context.Context, pause time.Duration) (time.Duration, error) {
	timer := time.NewTimer(pause)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return pause, nil
	case <-f.wake:
		return shortest, nil
	case <-f.back:
		return shortest, f.compare(ctx, false)
	case <-timer.C:
	}
	if pause >= longest && f.until > 0 {
		return pause, fmt.Errorf("%w: a part of run %s is missing", ErrDamaged, f.source.Run)
	}
	if pause >= longest {
		return watch, f.compare(ctx, pause >= watch)
	}
	return min(2*pause, longest), nil
}

// compare begins anew when the subject's last message is older than what was read, or is another one. IsQuiet says that nothing has come for long.
func (f *Follower) compare(ctx context.Context, isQuiet bool) error {
	last, err := f.source.last(ctx)
	if errors.Is(err, ErrDamaged) {
		return err
	}
	if errors.Is(err, errNone) && f.line.seq > 0 || err == nil && (last.seq < f.line.seq || last.seq == f.line.seq && last.end() != f.line.end) {
		f.again()
		return nil
	}
	if err == nil && last.seq == f.line.seq && f.line.end < f.given {
		return f.behind(isQuiet)
	}
	return nil
}

// behind decides what it means that the hub has less than was handed on. Where it ends as it did once, the rest will come again, unless that was an older owner's and
// the newer one says no more: it never had it. Where it does not, nobody can tell whether its last bytes are the same: they are handed on anew.
func (f *Follower) behind(isQuiet bool) error {
	at := f.marks.upTo(f.line.end)
	if len(f.marks) == 0 || at == f.line.end && (!isQuiet || f.marks[len(f.marks)-1].epoch >= f.line.epoch) {
		return nil
	}
	f.again()
	return f.forget(at)
}
