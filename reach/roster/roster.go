// Package roster knows the machines that have joined a hub, as they join and are revoked.
//
// The hub's authority signs each entry. The server lets nobody but the hub write the bucket, but does not check the subject to which an answer goes: a
// machine could have a message of its own put there as the answer to a question.
package roster

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/nats-io/nats.go/jetstream"

	"stead/reach/layout"
	"stead/reach/member"
)

// Roster are the machines of a hub. Its methods may be called from several goroutines.
type Roster struct {
	pin     string
	watcher jetstream.KeyWatcher
	stop    context.CancelFunc
	done    chan struct{}

	mu      sync.RWMutex
	by      map[string]member.Peer // by the bucket's key
	revoked revoked
	// revision is that of the newest entry.
	revision uint64
}

// Follow returns the machines that have joined, and follows the hub until Close. Pin is that of this machine's membership. The error is that of the
// connection.
func Follow(ctx context.Context, js jetstream.JetStream, pin string) (*Roster, error) {
	return FollowFrom(ctx, js, pin, "")
}

// FollowFrom is Follow for a machine that others call: a file keeps which keys the hub has revoked, so that none comes back while the hub is silent, or
// somebody repeats what it said before.
func FollowFrom(ctx context.Context, js jetstream.JetStream, pin, file string) (*Roster, error) {
	bucket, err := layout.Bucket(ctx, js, layout.Machines)
	if err != nil {
		return nil, fmt.Errorf("open the hub's machines: %w", err)
	}
	within, stop := context.WithCancel(context.WithoutCancel(ctx)) // Close ends it
	w, err := layout.Ask(ctx, func(context.Context) (jetstream.KeyWatcher, error) { return bucket.WatchAll(within) })
	if err != nil {
		stop()
		return nil, fmt.Errorf("follow the hub's machines: %w", err)
	}
	r := &Roster{pin: pin, watcher: w, stop: stop, done: make(chan struct{}), by: map[string]member.Peer{}, revoked: remembered(file)}
	if err := r.begin(ctx); err != nil {
		defer stop()
		return nil, errors.Join(err, w.Stop())
	}
	go r.follow()
	return r, nil
}

// begin reads what is there.
func (r *Roster) begin(ctx context.Context) error {
	for {
		select {
		case e, ok := <-r.watcher.Updates():
			if !ok {
				return errors.New("follow the hub's machines: the connection is closed")
			}
			if e == nil {
				return nil
			}
			r.take(e)
		case <-ctx.Done():
			return fmt.Errorf("read the hub's machines: %w", ctx.Err())
		}
	}
}

func (r *Roster) follow() {
	defer close(r.done)
	for e := range r.watcher.Updates() {
		if e != nil {
			r.take(e)
		}
	}
}

// take keeps what the hub says. A key whose entry is not the hub's has no machine.
func (r *Roster) take(e jetstream.KeyValueEntry) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.by, e.Key())
	r.revision = max(r.revision, e.Revision())
	if e.Key() == RevokedKey {
		r.revoke(e.Value())
		return
	}
	if e.Operation() != jetstream.KeyValuePut {
		return
	}
	if p, err := Read(e.Value(), r.pin); err == nil && layout.Token(p.Name) == e.Key() && !r.isRevoked(p) {
		r.by[e.Key()] = p
	}
}

// Named returns the machine with a name.
func (r *Roster) Named(name string) (p member.Peer, found bool) {
	r.mu.RLock()
	defer r.mu.RUnlock()
	p, found = r.by[layout.Token(name)]
	return p, found
}

// Keyed returns the machine with a public nkey.
func (r *Roster) Keyed(key string) (p member.Peer, found bool) {
	r.mu.RLock()
	defer r.mu.RUnlock()
	for _, p := range r.by {
		if p.Key == key {
			return p, true
		}
	}
	return member.Peer{}, false
}

// All returns the machines by name.
func (r *Roster) All() []member.Peer {
	all, _ := r.State()
	return all
}

// State returns the machines by name, and how often the roster has changed: with each machine that came or went, at least once.
func (r *Roster) State() (machines []member.Peer, revision uint64) {
	r.mu.RLock()
	defer r.mu.RUnlock()
	all := make([]member.Peer, 0, len(r.by))
	for _, p := range r.by {
		all = append(all, p)
	}
	slices.SortFunc(all, func(a, b member.Peer) int { return strings.Compare(a.Name, b.Name) })
	return all, r.revision
}

// Close ends the following.
func (r *Roster) Close() error {
	defer r.stop()
	err := r.watcher.Stop()
	<-r.done
	return err
}
