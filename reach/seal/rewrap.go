package seal

import (
	"context"
	"errors"
	"fmt"

	"github.com/nats-io/nats.go/jetstream"

	"stead/reach/layout"
	"stead/reach/member"
)

// Rewrap wraps every key that this machine can open for these machines of the user, and for itself: so that one that
// has joined can read what was. It returns how many keys were wrapped. A key that somebody else changes meanwhile is
// wrapped anew: they may not know of all machines.
func (k *Keyring) Rewrap(ctx context.Context, peers []member.Peer) (count int, err error) {
	bucket, err := layout.Bucket(ctx, k.js, layout.Keys)
	if err != nil {
		return 0, fmt.Errorf("open the bucket of keys: %w", err)
	}
	there, err := listed(ctx, bucket, k.self.User)
	if err != nil {
		return 0, err
	}
	for n := range there {
		if done, err := k.rewrap(ctx, bucket, n, peers); err != nil {
			return count, err
		} else if done {
			count++
		}
	}
	return count, nil
}

// listed lists the keys of a user at the hub, to the end: who lists them waits until somebody takes each.
func listed(ctx context.Context, bucket jetstream.KeyValue, user string) (map[name]bool, error) {
	list, err := bucket.ListKeys(ctx)
	if err != nil {
		return nil, fmt.Errorf("list the keys: %w", err)
	}
	all := map[name]bool{}
	for text := range list.Keys() {
		if n, ok := parseKey(user, text); ok {
			all[n] = true
		}
	}
	return all, ctx.Err()
}

// rewrap wraps one key. Done is false when it is not this machine's to wrap.
func (k *Keyring) rewrap(ctx context.Context, bucket jetstream.KeyValue, n name,
	peers []member.Peer) (done bool, err error) {
	for range mostTries {
		if done, err = k.tryRewrap(ctx, bucket, n, peers); !errors.Is(err, jetstream.ErrKeyRevisionMismatch) {
			return done, err
		}
	}
	return false, err
}

func (k *Keyring) tryRewrap(ctx context.Context, bucket jetstream.KeyValue, n name, peers []member.Peer) (bool, error) {
	e, err := bucket.Get(ctx, n.key(k.self.User))
	if errors.Is(err, jetstream.ErrKeyNotFound) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("get the key of %s: %w", n, err)
	}
	key, err := n.unwrap(e.Value(), k.self, k.all(k.peers()))
	if err != nil {
		return false, nil //nolint:nilerr // another user's, or one from before this machine joined: not for it
	}
	content, err := n.wrap(key, k.self, k.all(peers))
	if err != nil {
		return false, err
	}
	if _, err := bucket.Update(ctx, n.key(k.self.User), content, e.Revision()); err != nil {
		return false, fmt.Errorf("put the key of %s: %w", n, err)
	}
	if mine, err := k.drawer.get(n); mine == nil {
		return true, err
	}
	return true, k.drawer.put(n, content)
}

// Restore puts back the keys of this machine that the hub has lost: when it was wiped, or restored from an old backup.
func (k *Keyring) Restore(ctx context.Context) error {
	bucket, err := layout.Bucket(ctx, k.js, layout.Keys)
	if err != nil {
		return fmt.Errorf("open the bucket of keys: %w", err)
	}
	there, err := listed(ctx, bucket, k.self.User)
	if err != nil {
		return err
	}
	mine, err := k.drawer.all()
	if err != nil {
		return err
	}
	for _, n := range mine {
		if there[n] || n.owner() != "" && !k.isOwn(n) { // those it had before it joined again
			continue
		}
		if err := k.putBack(ctx, bucket, n); err != nil && !errors.Is(err, jetstream.ErrKeyExists) {
			return err
		}
	}
	return nil
}

// putBack puts a key of this machine's in a place that is empty. One that was removed meanwhile stays away.
func (k *Keyring) putBack(ctx context.Context, bucket jetstream.KeyValue, n name) error {
	content, err := k.drawer.get(n)
	if content != nil {
		_, err = bucket.Create(ctx, n.key(k.self.User), content)
	}
	if err != nil {
		return fmt.Errorf("put back the key of %s: %w", n, err)
	}
	return nil
}
