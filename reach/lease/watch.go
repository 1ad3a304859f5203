package lease

import (
	"context"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"stead/reach/layout"
)

// largest is the largest value that is read, in bytes. Any machine may write here.
const largest = 64 << 10

// change is a key that has come, changed or gone.
type change struct {
	key   string
	value []byte // nil when it is gone
	at    time.Time
}

// Holders lists who holds the leases whose keys match a pattern of package layout, by key.
func Holders(ctx context.Context, js jetstream.JetStream, pattern string) (map[string]string, error) {
	holders := map[string]string{}
	err := list(ctx, js, pattern, func(c change) { holders[c.key] = read(c.value).Holder })
	return holders, err
}

// Holder returns who holds a lease, as the leader of the bucket knows it. It is empty where nobody does.
func Holder(ctx context.Context, js jetstream.JetStream, key string) (string, error) {
	last, err := bucket{js}.last(ctx, key)
	if err != nil {
		return "", fmt.Errorf("ask who holds %s: %w", key, err)
	}
	holder, _ := last.holder()
	return holder.Holder, nil
}

// Watch tells who holds the leases whose keys match a pattern of package layout, first of each that is held, then of each change; the holder is empty when a lease has ended. It
// goes on until the context ends, across lost connections, and returns the context's error; or that of a hub that has no such bucket.
func Watch(ctx context.Context, js jetstream.JetStream, pattern string, told func(key, holder string)) error {
	known := map[string]string{}
	return follow(ctx, js, pattern, func(c change) {
		holder := ""
		if c.value != nil {
			holder = read(c.value).Holder
		}
		if known[c.key] == holder {
			return // a renewal
		}
		known[c.key] = holder
		if holder == "" {
			delete(known, c.key)
		}
		told(c.key, holder)
	})
}

// list tells of each key that is there now.
func list(ctx context.Context, js jetstream.JetStream, pattern string, told func(change)) error {
	watcher, err := begin(ctx, js, pattern)
	if err != nil {
		return err
	}
	defer func() { _ = watcher.Stop() }()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case entry, open := <-watcher.Updates():
			if !open {
				return nats.ErrConnectionClosed
			}
			if entry == nil {
				return nil
			}
			if c, ok := changed(entry); ok && c.value != nil {
				told(c)
			}
		}
	}
}

// follow tells of each key that is there, and of each change, across lost connections: see [layout.Follow].
func follow(ctx context.Context, js jetstream.JetStream, pattern string, told func(change)) error {
	err := layout.Follow(ctx, js, layout.Following{Bucket: layout.Leases, Pattern: pattern, Told: func(e layout.Change) {
		if len(e.Value) <= largest {
			told(change{key: e.Key, value: e.Value, at: e.Created})
		}
	}})
	if err != nil && ctx.Err() == nil {
		return fmt.Errorf("watch the bucket of leases: %w", err)
	}
	return err
}

func begin(ctx context.Context, js jetstream.JetStream, pattern string) (jetstream.KeyWatcher, error) {
	kv, err := layout.Bucket(ctx, js, layout.Leases)
	if err != nil {
		return nil, fmt.Errorf("open the bucket of leases: %w", err)
	}
	watcher, err := layout.Ask(ctx, func(context.Context) (jetstream.KeyWatcher, error) { return kv.Watch(ctx, pattern) }) // one pattern: it is part of the subject, by which the server decides who may
	if err != nil {
		return nil, fmt.Errorf("watch the bucket of leases: %w", err)
	}
	return watcher, nil
}

func changed(entry jetstream.KeyValueEntry) (change, bool) {
	c := change{key: entry.Key(), at: entry.Created()}
	if entry.Operation() == jetstream.KeyValuePut {
		c.value = append([]byte{}, entry.Value()...)
	}
	return c, len(entry.Value()) <= largest
}
