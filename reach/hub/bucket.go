package hub

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"

	"github.com/nats-io/nats.go/jetstream"

	"stead/reach/layout"
	"stead/reach/member"
	"stead/reach/roster"
)

// tell makes the bucket of machines, where the others look, what the register says, and keeps it so until Close: a machine can have an answer put there.
func (h *Hub) tell(ctx context.Context) error {
	w, err := h.machines.WatchAll(context.WithoutCancel(ctx)) // Close ends it
	if err != nil {
		return fmt.Errorf("follow the bucket of machines: %w", err)
	}
	h.watcher = w
	for e := range w.Updates() {
		if e == nil {
			break // that was all
		}
		if err := h.repair(ctx, e); err != nil {
			return err
		}
	}
	if err := h.publishRevoked(ctx); err != nil {
		return err
	}
	for _, p := range h.register.Machines {
		if err := h.publish(ctx, p); err != nil {
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
	if e.Key() == roster.RevokedKey {
		return h.publishRevoked(ctx)
	}
	name, _ := layout.Text(e.Key())
	p, found := h.register.named(name)
	switch isThere := e.Operation() == jetstream.KeyValuePut; {
	case found && p.Name == name:
		return h.publish(ctx, p)
	case isThere:
		if err := h.machines.Delete(ctx, e.Key()); err != nil {
			return fmt.Errorf("remove a machine from the bucket: %w", err)
		}
	}
	return nil
}

// publish tells the other machines of one, unless they know already.
func (h *Hub) publish(ctx context.Context, p member.Peer) error {
	key := layout.Token(p.Name)
	if old, err := h.machines.Get(ctx, key); err == nil && h.says(old.Value(), p) {
		return nil
	} else if err != nil && !errors.Is(err, jetstream.ErrKeyNotFound) {
		return fmt.Errorf("look for %s in the bucket of machines: %w", p.Name, err)
	}
	content, err := roster.Write(h.authority.key, p)
	if err != nil {
		return err
	}
	if _, err := h.machines.Put(ctx, key, content); err != nil {
		return fmt.Errorf("write %s into the bucket of machines: %w", p.Name, err)
	}
	return nil
}

// publishRevoked tells the machines which keys are revoked, unless they know already.
func (h *Hub) publishRevoked(ctx context.Context) error {
	keys := h.register.Revoked
	old, err := h.machines.Get(ctx, roster.RevokedKey)
	switch {
	case errors.Is(err, jetstream.ErrKeyNotFound):
		if len(keys) == 0 {
			return nil
		}
	case err != nil:
		return fmt.Errorf("look for what is revoked in the bucket of machines: %w", err)
	default:
		if said, err := roster.ReadRevoked(old.Value(), h.Pin()); err == nil && slices.Equal(said, keys) {
			return nil
		}
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
