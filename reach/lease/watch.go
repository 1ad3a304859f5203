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

func begin(ctx context.Context, js jetstream.JetStream, pattern string) (jetstream.KeyWatcher, error) {
	kv, err := layout.Bucket(ctx, js, layout.Leases)
	if err != nil {
		return nil, fmt.Errorf("open the bucket of leases: %w", err)
	}
	// one pattern: it is part of the subject, by which the server decides who may
	watcher, err := layout.Ask(ctx, func(context.Context) (jetstream.KeyWatcher, error) { return kv.Watch(ctx, pattern) })
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
