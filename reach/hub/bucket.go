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

// bucket is the one of machines, where the others look: what the register says, signed.
type bucket struct {
	kv        jetstream.KeyValue
	authority *register.Authority
}

// put tells the other machines of one, unless they know already. Old is what the bucket says, nil for nothing. It is
// not asked for: a server has a race between a question and a reload, which a machine that joins or is revoked causes
// (nats-server 2.15.2, stream.go:6365).
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

// says reports whether an entry of the bucket is the hub's and of this machine.
func (b *bucket) says(content []byte, p member.Peer) bool {
	known, err := roster.Read(content, b.authority.Pin())
	return err == nil && reflect.DeepEqual(known, p)
}

// putRevoked tells the machines which keys are revoked, unless the bucket says so already. Old is as of put.
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
