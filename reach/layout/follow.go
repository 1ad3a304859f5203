package layout

import (
	"context"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Change is a key of a bucket that is there, has changed, or is gone.
type Change struct {
	Key string
	// Value is nil when the key is gone.
	Value []byte
	// Created is when the hub took it, Revision its number in the bucket. Both are zero of a key that the hub has lost
	// without a word: nobody has removed it.
	Created  time.Time
	Revision uint64
}

// Following says which keys of a bucket are followed.
type Following struct {
	Bucket string
	// Pattern is one pattern: it is part of the subject, by which the server decides who may.
	Pattern string
	// How is how the client watches, such as [jetstream.UpdatesOnly]: then nothing is listed.
	How []jetstream.WatchOpt
	// Told is told of each key that is there, or was removed once, then of each change.
	Told func(Change)
	// Listed is called when all that is there was told: at the beginning, and after each new connection. May be nil.
	Listed func()
}

// rest is how long lies between two attempts to follow at a hub that does not answer.
const rest = 250 * time.Millisecond

// Follow tells of keys until ctx ends or the connection is closed, across lost connections. A watcher of the client
// falls silent when the hub comes back without its newest messages (nats-server issue 7693), and for up to 25 seconds
// when it comes back with all of them, so a new one begins with each connection. Errors: that of ctx,
// [nats.ErrConnectionClosed], and those of the first attempt, such as that of a hub without such a bucket.
func Follow(ctx context.Context, js jetstream.JetStream, f Following) error {
	connected := js.Conn().StatusChanged(nats.CONNECTED)
	defer js.Conn().RemoveStatusListener(connected)
	x := following{Following: f, connected: connected, there: map[string]bool{}}
	defer x.stopping.Wait()
	watcher, err := f.begin(ctx, js)
	if err != nil {
		return err
	}
	for {
		if watcher != nil {
			x.relay(ctx, watcher)
			x.stop(watcher)
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if js.Conn().IsClosed() {
			return nats.ErrConnectionClosed
		}
		if watcher, err = f.begin(ctx, js); err != nil {
			watcher = nil
			x.rest(ctx)
		}
	}
}

func (f Following) begin(ctx context.Context, js jetstream.JetStream) (jetstream.KeyWatcher, error) {
	kv, err := Bucket(ctx, js, f.Bucket)
	if err != nil {
		return nil, err
	}
	return Ask(ctx, func(context.Context) (jetstream.KeyWatcher, error) { return kv.Watch(ctx, f.Pattern, f.How...) })
}

// following is what is known while keys are followed.
type following struct {
	Following
	connected <-chan nats.Status
	there     map[string]bool
	stopping  sync.WaitGroup
}

// stop ends a watcher, which waits for the answer to what it asked while there was no connection.
func (x *following) stop(w jetstream.KeyWatcher) {
	x.stopping.Go(func() { _ = w.Stop() })
}

// rest waits before the next attempt.
func (x *following) rest(ctx context.Context) {
	timer := time.NewTimer(rest)
	defer timer.Stop()
	select {
	case <-ctx.Done():
	case <-x.connected:
	case <-timer.C:
	}
}

// relay passes on what a watcher tells until there is a new connection, or ctx ends.
func (x *following) relay(ctx context.Context, w jetstream.KeyWatcher) {
	listed := map[string]bool{}
	for {
		select {
		case <-ctx.Done():
			return
		case <-x.connected:
			return
		case entry, open := <-w.Updates():
			switch {
			case !open:
				return
			case entry == nil:
				x.sweep(listed)
				listed = x.there // whatever comes now is no listing
			default:
				x.note(changeOf(entry), listed)
			}
		}
	}
}

func (x *following) note(c Change, listed map[string]bool) {
	if c.Value != nil {
		x.there[c.Key], listed[c.Key] = true, true
	} else {
		delete(x.there, c.Key)
	}
	x.Told(c)
}

// sweep tells of the keys that have gone while nobody watched.
func (x *following) sweep(listed map[string]bool) {
	for key := range x.there {
		if !listed[key] {
			delete(x.there, key)
			x.Told(Change{Key: key})
		}
	}
	if x.Listed != nil {
		x.Listed()
	}
}

func changeOf(entry jetstream.KeyValueEntry) Change {
	c := Change{Key: entry.Key(), Created: entry.Created(), Revision: entry.Revision()}
	if entry.Operation() == jetstream.KeyValuePut {
		c.Value = append([]byte{}, entry.Value()...)
	}
	return c
}
