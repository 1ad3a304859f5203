package seal

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/nats-io/nats.go/jetstream"

	"stead/reach/layout"
	"stead/reach/member"
)

// ErrTaken says that another machine has made the key of this name and epoch.
var ErrTaken = errors.New("another machine has made the key")

// ErrNoKey says that no key of this run and epoch lies at the hub.
var ErrNoKey = errors.New("the hub has no key for this part of the run")

// Keyring has the keys of the user's runs. It is safe for use by several goroutines.
type Keyring struct {
	js     jetstream.JetStream
	self   member.Member
	peers  func() []member.Peer
	drawer drawer

	mutex sync.Mutex
	keys  map[name]Key
}

// mostKept is how many keys are kept in memory. One that is needed again is read again.
const mostKept = 10_000

// NewKeyring returns the keys of a machine's user. Peers returns the user's machines as the roster knows them now: keys
// are wrapped for them, and must be signed by one of them. The machine itself is always among them. Below stead's data
// folder the keys that this machine makes are kept.
func NewKeyring(js jetstream.JetStream, self member.Member, peers func() []member.Peer, dataFolder string) *Keyring {
	return &Keyring{js: js, self: self, peers: peers, drawer: drawerIn(dataFolder), keys: map[name]Key{}}
}

// all are the user's machines that have a key, this one first.
func (k *Keyring) all(peers []member.Peer) []member.Peer {
	all := []member.Peer{k.self.Peer}
	for _, p := range peers {
		if p.Key != k.self.Key && p.User == k.self.User && p.Recipient != "" {
			all = append(all, p)
		}
	}
	return all
}

// Make returns the key with which this machine seals what has a name, in an epoch: the same when it asks again. It lies
// at the hub then, even if the hub has lost it meanwhile, or others have put something in its place, unless the name
// belongs to no machine: then whoever is first has made the key. A key that others have made is never used for sealing.
// Errors: ErrTaken for a name that belongs to no machine; *RemovedError; those of the hub.
func (k *Keyring) Make(ctx context.Context, run string, epoch uint64) (Key, error) {
	n := name{run, epoch}
	bucket, err := layout.Bucket(ctx, k.js, layout.Keys)
	if err != nil {
		return Key{}, fmt.Errorf("open the bucket of keys: %w", err)
	}
	content, err := k.drawer.get(n)
	if err != nil {
		return Key{}, fmt.Errorf("read the key of %s: %w", n, err)
	}
	key, isNew := NewKey(), content == nil
	if isNew {
		content, err = n.wrap(key, k.self, k.all(k.peers()))
	} else {
		key, err = n.unwrap(content, k.self, k.all(nil))
	}
	if err != nil {
		return Key{}, err
	}
	if isNew {
		err = k.begin(ctx, bucket, n, content)
	} else {
		err = k.confirm(ctx, bucket, n, key)
	}
	if err != nil {
		return Key{}, err
	}
	k.keep(n, key)
	return key, nil
}

// begin puts a new key on the drawer first: a key that is at the hub alone could not be told from another machine's.
func (k *Keyring) begin(ctx context.Context, bucket jetstream.KeyValue, n name, content []byte) error {
	if e, err := bucket.Get(ctx, n.key(k.self.User)); err == nil {
		return k.displace(ctx, bucket, n, e, content)
	} else if !errors.Is(err, jetstream.ErrKeyNotFound) {
		return fmt.Errorf("look for the key of %s: %w", n, err)
	}
	if err := k.drawer.put(n, content); err != nil {
		return err
	}
	if _, err := bucket.Create(ctx, n.key(k.self.User), content); errors.Is(err, jetstream.ErrKeyExists) {
		return k.lost(ctx, bucket, n, content)
	} else if err != nil {
		return fmt.Errorf("put the key of %s: %w", n, err)
	}
	return nil
}

// confirm has a key that this machine has made lie at the hub, perhaps wrapped for more machines meanwhile. Others may
// change it all the while.
func (k *Keyring) confirm(ctx context.Context, bucket jetstream.KeyValue, n name, key Key) (err error) {
	for range mostTries {
		err = k.tryToConfirm(ctx, bucket, n, key)
		if !errors.Is(err, jetstream.ErrKeyExists) && !errors.Is(err, jetstream.ErrKeyRevisionMismatch) &&
			!layout.IsConflict(err) {
			return err
		}
	}
	return err
}

func (k *Keyring) tryToConfirm(ctx context.Context, bucket jetstream.KeyValue, n name, key Key) error {
	e, err := bucket.Get(ctx, n.key(k.self.User))
	if errors.Is(err, jetstream.ErrKeyNotFound) {
		return k.putBack(ctx, bucket, n)
	}
	if err != nil {
		return fmt.Errorf("look for the key of %s: %w", n, err)
	}
	if there, _ := n.unwrap(e.Value(), k.self, k.all(k.peers())); there == key {
		return nil
	}
	content, err := n.wrap(key, k.self, k.all(k.peers()))
	if err != nil {
		return err
	}
	return k.displace(ctx, bucket, n, e, content) // also where it does not open
}

// displace puts a key of this machine's in the place of what others have put under a name of its. A key that it has
// removed stays away.
func (k *Keyring) displace(ctx context.Context, bucket jetstream.KeyValue, n name, e jetstream.KeyValueEntry,
	content []byte) error {
	if !k.isOwn(n) {
		return ErrTaken
	}
	_, err := n.unwrap(e.Value(), k.self, k.all(nil))
	if removed := (*RemovedError)(nil); errors.As(err, &removed) {
		return err
	}
	if err := k.drawer.put(n, content); err != nil {
		return err
	}
	if _, err := bucket.Update(ctx, n.key(k.self.User), content, e.Revision()); err != nil {
		return fmt.Errorf("put the key of %s: %w", n, err)
	}
	return nil
}

// lost decides who has made a key that appeared meanwhile: this machine, when an answer was lost, or another. While the
// hub does not say which, the key stays in the drawer: it may be the one at the hub.
func (k *Keyring) lost(ctx context.Context, bucket jetstream.KeyValue, n name, content []byte) error {
	e, err := bucket.Get(ctx, n.key(k.self.User))
	if err != nil {
		return fmt.Errorf("look who has made the key of %s: %w", n, err)
	}
	if bytes.Equal(e.Value(), content) {
		return nil
	}
	if k.isOwn(n) {
		return k.displace(ctx, bucket, n, e, content)
	}
	if err := k.drawer.remove(n); err != nil {
		return err
	}
	return ErrTaken
}

// Made returns the newest epoch of each name for which this machine has made a key: what it has published, and may
// publish again.
func (k *Keyring) Made() (map[string]uint64, error) { return k.drawer.newest() }

// Made is [Keyring.Made] without a hub, for the machine with that folder for data.
func Made(dataFolder string) (map[string]uint64, error) { return drawerIn(dataFolder).newest() }

func (s drawer) newest() (map[string]uint64, error) {
	mine, err := s.all()
	newest := map[string]uint64{}
	for _, n := range mine {
		newest[n.run] = max(newest[n.run], n.epoch)
	}
	return newest, err
}

// isOwn reports whether a name belongs to this machine.
func (k *Keyring) isOwn(n name) bool { return n.owner() == k.self.Key }
