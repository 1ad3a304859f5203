package hub

import (
	"context"
	"fmt"
	"reflect"
	"slices"

	"github.com/nats-io/nats.go/jetstream"

	"stead/reach/hub/register"
	"stead/reach/layout"
	"stead/reach/member"
	"stead/reach/roster"
)

// bucket is the bucket of machines, which the machines read: the content of the register, signed.
type bucket struct {
	kv        jetstream.KeyValue
	authority *register.Authority
}

// put publishes a machine to the others, unless the bucket has the same entry. Old is the bucket's entry, nil for none.
// The caller passes it because put must not ask for it: a server has a race between a question and a reload, which a
// machine that joins or is revoked causes (nats-server 2.15.2, stream.go:6365).
func (b *bucket) put(ctx context.Context, p member.Peer, old []byte) error {
	if old != nil && b.says(old, p) {
		return nil
	}
	content, err := b.authority.Entry(p)
	if err != nil {
		return err
	}
	if _, err := b.kv.Put(ctx, layout.Token(p.Name), content); err != nil {
		return fmt.Errorf("write %s into the bucket of machines: %w", p.Name, err)
	}
	return nil
}

// says reports whether an entry of the bucket is signed by the hub and describes this machine.
func (b *bucket) says(content []byte, p member.Peer) bool {
	known, err := roster.Read(content, b.authority.Pin())
	return err == nil && reflect.DeepEqual(known, p)
}

// putRevoked publishes the revoked keys to the machines, unless the bucket has them already. Old is as in put.
func (b *bucket) putRevoked(ctx context.Context, keys []string, old []byte) error {
	if said, err := roster.ReadRevoked(old, b.authority.Pin()); err == nil && slices.Equal(said, keys) || old == nil &&
		len(keys) == 0 {
		return nil
	}
	content, err := b.authority.Revoked(keys)
	if err != nil {
		return err
	}
	if _, err := b.kv.Put(ctx, roster.RevokedKey, content); err != nil {
		return fmt.Errorf("write what is revoked into the bucket of machines: %w", err)
	}
	return nil
}

// remove removes an entry.
func (b *bucket) remove(ctx context.Context, key string) error {
	if err := b.kv.Delete(ctx, key); err != nil {
		return fmt.Errorf("remove a machine from the bucket: %w", err)
	}
	return nil
}
