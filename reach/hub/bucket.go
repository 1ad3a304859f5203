package hub

import (
	"context"
	"fmt"
	"reflect"
	"slices"

	"github.com/nats-io/nats.go/jetstream"

	"stead/reach/layout"
	"stead/reach/member"
	"stead/reach/roster"
)

// tell makes the bucket of machines, where the others look, what the register says, and keeps it so until Close: a
// machine can have an answer put there.
func (h *Hub) tell(ctx context.Context) error {
	w, err := h.machines.WatchAll(context.WithoutCancel(ctx)) // Close ends it
	if err != nil {
		return fmt.Errorf("follow the bucket of machines: %w", err)
	}
	h.watcher = w
	seen := map[string]bool{}
	for e := range w.Updates() {
		if e == nil {
			break // that was all
		}
		seen[e.Key()] = true
		if err := h.repair(ctx, e); err != nil {
			return err
		}
	}
	if !seen[roster.RevokedKey] {
		if err := h.sayRevoked(ctx, nil); err != nil {
			return err
		}
	}
	for _, p := range h.register.Machines {
		if seen[layout.Token(p.Name)] {
			continue
		}
		if err := h.publish(ctx, p, nil); err != nil {
			return err
		}
	}
	h.following.Go(h.follow)
	return nil
}

func (h *Hub) follow() {
	for e := range h.watcher.Updates() {
		if e == nil {
			continue
		}
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		if err := h.repair(ctx, e); err != nil && !h.conn.IsClosed() {
			h.failed(err)
		}
		cancel()
	}
}

// repair makes an entry of the bucket what the register says.
func (h *Hub) repair(ctx context.Context, e jetstream.KeyValueEntry) error {
	h.changing.Lock()
	defer h.changing.Unlock()
	var old []byte
	if e.Operation() == jetstream.KeyValuePut {
		old = e.Value()
	}
	if e.Key() == roster.RevokedKey {
		return h.sayRevoked(ctx, old)
	}
	name, _ := layout.Text(e.Key())
	p, found := h.register.named(name)
	switch {
	case found && p.Name == name:
		return h.publish(ctx, p, old)
	case old != nil:
		if err := h.machines.Delete(ctx, e.Key()); err != nil {
			return fmt.Errorf("remove a machine from the bucket: %w", err)
		}
	}
	return nil
}

// publish tells the other machines of one, unless they know already. Old is what the bucket says, nil for nothing. It
// is not asked for: a server has a race between a question and a reload, which a machine that joins or is revoked
// causes (nats-server 2.15.2, stream.go:6365).
func (h *Hub) publish(ctx context.Context, p member.Peer, old []byte) error {
	if old != nil && h.says(old, p) {
		return nil
	}
	content, err := roster.Write(h.authority.key, p)
	if err != nil {
		return err
	}
	if _, err := h.machines.Put(ctx, layout.Token(p.Name), content); err != nil {
		return fmt.Errorf("write %s into the bucket of machines: %w", p.Name, err)
	}
	return nil
}

// sayRevoked tells the machines which keys are revoked, unless the bucket says so already. Old is as of [Hub.publish].
func (h *Hub) sayRevoked(ctx context.Context, old []byte) error {
	keys := h.register.Revoked
	if said, err := roster.ReadRevoked(old, h.Pin()); err == nil && slices.Equal(said, keys) || old == nil &&
		len(keys) == 0 {
		return nil
	}
	content, err := roster.WriteRevoked(h.authority.key, keys)
	if err != nil {
		return err
	}
	if _, err := h.machines.Put(ctx, roster.RevokedKey, content); err != nil {
		return fmt.Errorf("write what is revoked into the bucket of machines: %w", err)
	}
	return nil
}

// says reports whether an entry of the bucket is the hub's and of this machine.
func (h *Hub) says(content []byte, p member.Peer) bool {
	known, err := roster.Read(content, h.Pin())
	return err == nil && reflect.DeepEqual(known, p)
}
