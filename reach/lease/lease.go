package lease

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"stead/reach/layout"
)

// Lease is a key that its holder has for as long as it renews it. Its methods may be called at the same time.
type Lease struct {
	key    string
	bucket bucket
	record record
	// former are nonces by which the lease is this holder's, too.
	former []string
	ttl    time.Duration
	clock  Clock

	exchange sync.Mutex // held while the hub is asked: what it is asked next depends on the answer
	sequence uint64     // of the key's last message, as far as is known; under exchange
	held     bool       // whether the hub has confirmed the lease once; under exchange

	mu    sync.Mutex
	until time.Duration // by the clock: from then on the lease is another's
}

// record is what a key holds.
type record struct {
	// Holder is for people.
	Holder string `json:"holder"`
	// Nonce tells a holder's lease from any other, also of the same name.
	Nonce string `json:"nonce"`
}

// Option is a choice for Take.
type Option func(*Lease)

// As has a lease be that of whoever takes it with the same nonce: a program that begins again goes on with its own
// lease at once, also with one that it took with a former nonce.
func As(nonce string, former ...string) Option {
	return func(l *Lease) { l.record.Nonce, l.former = nonce, former }
}

// Take makes a lease for a holder's name, which people are shown, if nobody has it. It lasts for ttl, whole seconds,
// unless [Lease.Keep] renews it. The error is a *Held where another has it; those of the hub, after which a lease that
// nobody keeps may stand there until it ends.
func Take(ctx context.Context, js jetstream.JetStream, key, holder string, ttl time.Duration,
	options ...Option) (*Lease, error) {
	if ttl < time.Second || ttl%time.Second != 0 {
		return nil, fmt.Errorf("take %s for %v: %w", key, ttl, errBrief)
	}
	l := &Lease{key: key, bucket: bucket{js}, record: record{Holder: holder, Nonce: rand.Text()}, ttl: ttl,
		clock: system{}}
	for _, choose := range options {
		choose(l)
	}
	if err := l.put(ctx); err != nil {
		var held *Held
		if errors.As(err, &held) {
			return nil, held
		}
		return nil, fmt.Errorf("take the lease of %s: %w", key, err)
	}
	return l, nil
}

// Left is how long the holder may still count on the lease, 0 at its end. It is always shorter than the hub's time by a
// margin, in which the holder can end what it does. Ask before each act that needs the lease: after a pause of the
// process, Keep may be the last to know.
func (l *Lease) Left() time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	return max(0, l.until-l.clock.Now())
}

// Until is the moment up to which the holder may count on the lease, by its clock. See [Lease.Left].
func (l *Lease) Until() time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.until
}

// margin is what remains of a lease at the hub when its holder counts on it no longer.
func (l *Lease) margin() time.Duration { return l.ttl / 5 }

func (l *Lease) setEnd(until time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.until = until
}

const (
	// tries is how often a key may have changed between a reading and the writing that follows.
	tries = 100
	// mostPause is the longest pause before the next try. A cluster that gets a new leader refuses writes behind those
	// that are on their way, and shows none of them yet.
	mostPause = 20 * time.Millisecond
)

// put writes the record after the last message that the holder knows of, and looks again where there is a later one.
// Errors: *Held; errTaken; the hub's.
func (l *Lease) put(ctx context.Context) error {
	l.exchange.Lock()
	defer l.exchange.Unlock()
	value, err := json.Marshal(l.record)
	if err != nil {
		return err
	}
	for try := range tries {
		if err := pause(ctx, min(time.Duration(try)*time.Millisecond, mostPause)); err != nil {
			return err
		}
		sent := l.clock.Now()
		sequence, err := l.bucket.put(ctx, l.key, value, l.ttl, l.sequence)
		if err == nil {
			l.sequence, l.held = sequence, true
			l.setEnd(sent + l.ttl - l.margin())
			return nil
		}
		if !layout.IsConflict(err) {
			return err
		}
		if err := l.look(ctx); err != nil {
			return err
		}
	}
	return errRestless
}

// pause waits. The error is that of ctx.
func pause(ctx context.Context, d time.Duration) error {
	if d == 0 {
		return nil
	}
	select {
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-time.After(d):
		return nil
	}
}

// look learns the sequence of the key's last message, if that leaves the key to this holder. A renewal whose answer was
// lost does, and so does a hub that has lost the key, or ended it early because its clock was set: the holder still
// counts on it, and nobody else has it.
func (l *Lease) look(ctx context.Context) error {
	last, err := l.bucket.last(ctx, l.key)
	if err != nil {
		return err
	}
	if holder, ok := last.holder(); ok && holder.Nonce != l.record.Nonce && !slices.Contains(l.former, holder.Nonce) {
		return &Held{Key: l.key, Holder: holder.Holder, Until: last.end(), Revision: last.Sequence}
	}
	if last.deleted() && l.held {
		return errTaken
	}
	l.sequence = last.Sequence
	return nil
}

// end is when the hub ends a key unless its holder renews it, by the hub's clock. It is zero for one that does not say.
func (m message) end() time.Time {
	ttl, err := time.ParseDuration(m.header.Get(jetstream.MsgTTLHeader))
	if err != nil {
		return time.Time{}
	}
	return m.Time.Add(ttl)
}

// holder is who has a key whose last message this is. A record that cannot be read is somebody's.
func (m message) holder() (record, bool) {
	if m.Sequence == 0 || m.expired() || m.deleted() {
		return record{}, false
	}
	return read(m.Data), true
}

func read(value []byte) record {
	var r record
	if err := json.Unmarshal(value, &r); err != nil || r.Holder == "" {
		return record{Holder: "somebody"}
	}
	return r
}

// Release gives the lease up. It does nothing where another has it by now. The error is the hub's: then the lease ends
// by itself.
func (l *Lease) Release(ctx context.Context) error {
	l.exchange.Lock()
	defer l.exchange.Unlock()
	l.setEnd(l.clock.Now())
	for range tries {
		err := l.bucket.end(ctx, l.key, jetstream.WithExpectLastSequencePerSubject(l.sequence))
		if !layout.IsConflict(err) {
			return err
		}
		last, err := l.bucket.last(ctx, l.key)
		if err != nil {
			return err
		}
		if holder, ok := last.holder(); !ok || holder.Nonce != l.record.Nonce {
			return nil
		}
		l.sequence = last.Sequence
	}
	return errRestless
}
