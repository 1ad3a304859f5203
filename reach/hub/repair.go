package hub

import (
	"context"
	"fmt"
	"sync"

	"github.com/nats-io/nats.go/jetstream"

	"stead/reach/layout"
	"stead/reach/roster"
)

// repair keeps the bucket of machines equal to the register, because a machine can have an answer put there.
type repair struct {
	members   *members
	watcher   jetstream.KeyWatcher
	following sync.WaitGroup
}

// startRepair makes the bucket equal to the register, and keeps it so until close.
func startRepair(ctx context.Context, m *members) (*repair, error) {
	w, err := m.bucket.kv.WatchAll(context.WithoutCancel(ctx)) // close ends it
	if err != nil {
		return nil, fmt.Errorf("follow the bucket of machines: %w", err)
	}
	r := &repair{members: m, watcher: w}
	if err := r.begin(ctx); err != nil {
		return r, err
	}
	r.following.Go(r.follow)
	return r, nil
}

// begin repairs the entries in the bucket, and adds missing ones.
func (r *repair) begin(ctx context.Context) error {
	seen := map[string]bool{}
	for e := range r.watcher.Updates() {
		if e == nil {
			break // these were all existing entries
		}
		seen[e.Key()] = true
		if err := r.entry(ctx, e); err != nil {
			return err
		}
	}
	m := r.members
	if !seen[roster.RevokedKey] {
		if err := m.bucket.putRevoked(ctx, m.register.Revoked, nil); err != nil {
			return err
		}
	}
	for _, p := range m.register.Machines {
		if seen[layout.Token(p.Name)] {
			continue
		}
		if err := m.bucket.put(ctx, p, nil); err != nil {
			return err
		}
	}
	return nil
}

func (r *repair) follow() {
	for e := range r.watcher.Updates() {
		if e == nil {
			continue
		}
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		if err := r.entry(ctx, e); err != nil {
			r.members.failed(err)
		}
		cancel()
	}
}

// entry makes an entry of the bucket equal to the register.
func (r *repair) entry(ctx context.Context, e jetstream.KeyValueEntry) error {
	m := r.members
	m.access.Lock()
	defer m.access.Unlock()
	var old []byte
	if e.Operation() == jetstream.KeyValuePut {
		old = e.Value()
	}
	if e.Key() == roster.RevokedKey {
		return m.bucket.putRevoked(ctx, m.register.Revoked, old)
	}
	name, _ := layout.Text(e.Key())
	p, found := m.register.Named(name)
	switch {
	case found && p.Name == name:
		return m.bucket.put(ctx, p, old)
	case old != nil:
		return m.bucket.remove(ctx, e.Key())
	}
	return nil
}

// close ends the repair, and waits for its end.
func (r *repair) close() error {
	err := r.watcher.Stop()
	r.following.Wait()
	return err
}
