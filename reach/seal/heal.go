package seal

import (
	"context"
	"errors"
	"fmt"

	"github.com/nats-io/nats.go/jetstream"

	"stead/reach/layout"
)

// Guard puts the keys that belong to this machine back as soon as somebody else has put something in their place, until ctx ends or the connection is closed. Failed is
// told of keys that could not be put back. The error is that of the hub.
func (k *Keyring) Guard(ctx context.Context, failed func(error)) error {
	bucket, err := layout.Bucket(ctx, k.js, layout.Keys)
	if err != nil {
		return fmt.Errorf("open the bucket of keys: %w", err)
	}
	changes, err := bucket.Watch(ctx, layout.KeyOf(k.self.User, k.self.Key, ">"), jetstream.UpdatesOnly())
	if err != nil {
		return fmt.Errorf("watch this machine's keys: %w", err)
	}
	defer changes.Stop() //nolint:errcheck // it ends with the connection
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case e, isOpen := <-changes.Updates():
			if !isOpen {
				return nil
			}
			if err := k.guard(ctx, bucket, e); err != nil && ctx.Err() == nil {
				failed(err)
			}
		}
	}
}

// guard looks at a change of one key.
func (k *Keyring) guard(ctx context.Context, bucket jetstream.KeyValue, e jetstream.KeyValueEntry) error {
	if e == nil {
		return nil
	}
	n, ok := parseKey(k.self.User, e.Key())
	key, isMade, err := k.own(n)
	if !ok || !isMade {
		return err
	}
	err = k.confirm(ctx, bucket, n, key)
	if removed := (*RemovedError)(nil); errors.As(err, &removed) {
		return nil // it is being removed here
	}
	return err
}
