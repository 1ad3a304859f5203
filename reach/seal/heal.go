package seal

import (
	"context"
	"errors"
	"fmt"

	"github.com/nats-io/nats.go/jetstream"

	"stead/reach/layout"
)

// Guard puts the keys that belong to this machine back as soon as somebody else has put something in their place, until
// ctx ends or the connection is closed. Failed is told of keys that could not be put back. The error is that of the
// hub.
func (k *Keyring) Guard(ctx context.Context, failed func(error)) error {
	bucket, err := layout.Bucket(ctx, k.js, layout.Keys)
	if err != nil {
		return fmt.Errorf("open the bucket of keys: %w", err)
	}
	err = layout.Follow(ctx, k.js, layout.Following{
		Bucket: layout.Keys, Pattern: layout.KeyOf(k.self.User, k.self.Key, ">"),
		How: []jetstream.WatchOpt{jetstream.UpdatesOnly()},
		Told: func(c layout.Change) {
			if err := k.guard(ctx, bucket, c.Key); err != nil && ctx.Err() == nil {
				failed(err)
			}
		},
	})
	if err != nil && ctx.Err() == nil {
		return fmt.Errorf("watch this machine's keys: %w", err)
	}
	return err
}

// guard looks at a change of one key.
func (k *Keyring) guard(ctx context.Context, bucket jetstream.KeyValue, key string) error {
	n, ok := parseKey(k.self.User, key)
	made, isMade, err := k.own(n)
	if !ok || !isMade {
		return err
	}
	err = k.confirm(ctx, bucket, n, made)
	if removed := (*RemovedError)(nil); errors.As(err, &removed) {
		return nil // it is being removed here
	}
	return err
}
