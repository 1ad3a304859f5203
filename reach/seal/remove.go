package seal

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/nats-io/nats.go/jetstream"

	"stead/reach/layout"
	"stead/reach/member"
)

// RemovedError says that a run was removed by the machine that had it: its keys are destroyed, and nobody can open it
// any more.
type RemovedError struct {
	// Run is the run's id, By the machine's name.
	Run, By string
}

// Error says so.
func (e *RemovedError) Error() string { return fmt.Sprintf("run %s was removed on %s", e.Run, e.By) }

// mostTries is how often it is tried again when others change a key meanwhile.
const mostTries = 10

// Remove destroys the keys of a name that this machine has made: first those at the hub, in whose places it leaves a
// word that they were removed, then its own. What lies at the hub of the run can then be opened by nobody who has not
// kept a key. Keys that others have made stay. It may be repeated. Errors are those of the hub and of the disk.
func (k *Keyring) Remove(ctx context.Context, run string) error {
	mine, err := k.drawer.all()
	mine = slices.DeleteFunc(mine, func(n name) bool { return n.run != run })
	if err != nil || len(mine) == 0 {
		return err
	}
	bucket, err := layout.Bucket(ctx, k.js, layout.Keys)
	if err != nil {
		return fmt.Errorf("open the bucket of keys: %w", err)
	}
	for _, n := range mine {
		if err := k.destroy(ctx, bucket, n); err != nil {
			return fmt.Errorf("remove the key of %s from the hub: %w", n, err)
		}
		if err := k.drawer.remove(n); err != nil {
			return fmt.Errorf("remove the key of %s: %w", n, err)
		}
		k.mutex.Lock()
		delete(k.keys, n)
		k.mutex.Unlock()
	}
	return nil
}

// destroy puts the word that a key was removed in its place.
func (k *Keyring) destroy(ctx context.Context, bucket jetstream.KeyValue, n name) error {
	word, err := n.removal(k.self)
	if err != nil {
		return err
	}
	for range mostTries {
		e, there := bucket.Get(ctx, n.key(k.self.User))
		switch {
		case errors.Is(there, jetstream.ErrKeyNotFound): // the hub has lost it, and may find it again in a backup
			_, err = bucket.Create(ctx, n.key(k.self.User), word)
		case there != nil:
			return there
		case k.isGone(n, e.Value()):
			return nil
		default:
			_, err = bucket.Update(ctx, n.key(k.self.User), word, e.Revision())
		}
		if !errors.Is(err, jetstream.ErrKeyExists) && !errors.Is(err, jetstream.ErrKeyRevisionMismatch) {
			return err
		}
	}
	return err
}

// isGone reports whether another machine's key took the place of the one that this machine has made. What cannot be
// read may still be this one's.
func (k *Keyring) isGone(n name, content []byte) bool {
	there, err := n.unwrap(content, k.self, k.all(k.peers()))
	mine, ok, _ := k.own(n)
	return err == nil && ok && mine != there
}

func (n name) signedAway() []byte {
	return []byte("stead removed\x00" + n.run + "\x00" + strconv.FormatUint(n.epoch, 10))
}

// removal is the word of a machine that it has removed a key.
func (n name) removal(by member.Member) ([]byte, error) {
	signature, err := by.Sign(n.signedAway())
	if err != nil {
		return nil, err
	}
	return json.Marshal(wrapped{By: by.Key, Signature: signature, Removed: true})
}

// removed returns what such a word means: a *RemovedError when the node among some machines has given it that the name
// belongs to, else ErrForeign.
func (n name) removed(w wrapped, peers []member.Peer) error {
	by, ok := w.signer(n.signedAway(), peers)
	if !ok || !by.Has(member.Node) || n.owner() != "" && n.owner() != by.Key {
		return fmt.Errorf("read the key of %s: %w", n, ErrForeign)
	}
	_, _, run := parts(n.run)
	return &RemovedError{run, by.Name}
}
