package seal

import (
	"context"
	"errors"
	"fmt"

	"github.com/nats-io/nats.go/jetstream"

	"stead/reach/layout"
)

// Get returns the key that opens a run's contents of an epoch. Errors: ErrNoKey, ErrForeign, *RemovedError; those of
// the hub, of the disk where the hub does not help out, and of a key that was not wrapped for this machine.
func (k *Keyring) Get(ctx context.Context, run string, epoch uint64) (Key, error) {
	n := name{run, epoch}
	k.mutex.Lock()
	key, ok := k.keys[n]
	k.mutex.Unlock()
	if ok {
		return key, nil
	}
	key, ok, unread := k.own(n)
	if !ok {
		var err error
		if key, err = k.fetch(ctx, n); err != nil {
			return Key{}, errors.Join(err, unread)
		}
	}
	k.keep(n, key)
	return key, nil
}

// own returns a key that this machine has made. Ok is false when it has made none, or cannot read it, which is an
// error.
func (k *Keyring) own(n name) (key Key, ok bool, err error) {
	content, err := k.drawer.get(n)
	if content != nil {
		key, err = n.unwrap(content, k.self, k.all(nil))
		ok = err == nil
	}
	if err != nil {
		err = fmt.Errorf("read what this machine keeps of its own key: %w", err)
	}
	return key, ok, err
}

// fetch gets a key from the hub.
func (k *Keyring) fetch(ctx context.Context, n name) (Key, error) {
	bucket, err := layout.Bucket(ctx, k.js, layout.Keys)
	if err != nil {
		return Key{}, fmt.Errorf("open the bucket of keys: %w", err)
	}
	e, err := bucket.Get(ctx, n.key(k.self.User))
	if errors.Is(err, jetstream.ErrKeyNotFound) {
		return Key{}, ErrNoKey
	}
	if err != nil {
		return Key{}, fmt.Errorf("get the key of %s: %w", n, err)
	}
	return n.unwrap(e.Value(), k.self, k.all(k.peers()))
}

func (k *Keyring) keep(n name, key Key) {
	k.mutex.Lock()
	defer k.mutex.Unlock()
	if len(k.keys) >= mostKept {
		clear(k.keys)
	}
	k.keys[n] = key
}
