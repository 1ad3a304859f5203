package lease

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// ErrChanged says that a key has changed since it was read.
var ErrChanged = errors.New("somebody else has changed it meanwhile")

// Value returns what a key of the bucket holds, as the leader of the bucket knows it, and its revision. Nil is what no key holds.
func Value(ctx context.Context, js jetstream.JetStream, key string) (value []byte, revision uint64, err error) {
	last, err := bucket{js}.last(ctx, key)
	if err != nil {
		return nil, 0, fmt.Errorf("read %s at the hub: %w", key, err)
	}
	if last.Sequence == 0 || last.expired() || last.deleted() || len(last.Data) > largest {
		return nil, last.Sequence, nil
	}
	return last.Data, last.Sequence, nil
}

// Replace writes a key that still has a revision, for as long as ttl. Errors: ErrChanged; the hub's, after which it may be written all the same.
func Replace(ctx context.Context, js jetstream.JetStream, key string, value []byte, ttl time.Duration, revision uint64) error {
	_, err := bucket{js}.put(ctx, key, value, ttl, revision)
	if isConflict(err) {
		return ErrChanged
	}
	if err != nil {
		return fmt.Errorf("write %s at the hub: %w", key, err)
	}
	return nil
}
