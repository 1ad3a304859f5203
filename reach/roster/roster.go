// Package roster tracks the machines of a hub as they join and are revoked.
//
// The hub's authority signs each entry. The server lets only the hub write the bucket, but does not check the subject
// to which an answer goes: a machine could make a message of its own arrive there as the answer to a question.
package roster

import (
	"context"
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
	pin  string
	stop context.CancelFunc
	// ended has why the following ended.
	ended chan error

	mu      sync.RWMutex
	by      map[string]member.Peer // by the bucket's key
	revoked revoked
	// revision is that of the newest entry.
	revision uint64
}

// Follow returns the machines that have joined, and follows the hub until Close. Pin is that of this machine's
// membership. The error is that of the connection.
func Follow(ctx context.Context, js jetstream.JetStream, pin string) (*Roster, error) {
	return FollowFrom(ctx, js, pin, "")
}

// FollowFrom is Follow for a machine that others call: a file keeps which keys the hub has revoked, so that none comes
// back while the hub is silent, or somebody repeats what it said before.
func FollowFrom(ctx context.Context, js jetstream.JetStream, pin, file string) (*Roster, error) {
	within, stop := context.WithCancel(context.WithoutCancel(ctx)) // Close ends it
	r := &Roster{pin: pin, stop: stop, ended: make(chan error, 1), by: map[string]member.Peer{}, revoked: remembered(file)}
	listed := make(chan struct{})
	isListed := sync.OnceFunc(func() { close(listed) })
	go func() {
		r.ended <- layout.Follow(within, js, layout.Following{Bucket: layout.Machines, Pattern: jetstream.AllKeys,
			Told: r.take, Listed: isListed})
	}()
	select {
	case <-listed:
		return r, nil
	case err := <-r.ended:
		stop()
		return nil, fmt.Errorf("follow the hub's machines: %w", err)
	case <-ctx.Done():
		stop()
		return nil, fmt.Errorf("read the hub's machines: %w", context.Cause(ctx))
	}
}

// take keeps what the hub says. A key whose entry is not the hub's has no machine. An entry that the hub has lost
// without a word stays: a hub whose store was wiped writes them all again, and who is revoked stands in its list, so
// what another machine is in the middle of need not break.
func (r *Roster) take(c layout.Change) {
	if c.Revision == 0 {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.by, c.Key)
	r.revision = max(r.revision, c.Revision)
	if c.Key == RevokedKey {
		r.revoke(c.Value)
		return
	}
	if p, err := Read(c.Value, r.pin); c.Value != nil && err == nil && layout.Token(p.Name) == c.Key && !r.isRevoked(p) {
		r.by[c.Key] = p
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

// State returns the machines by name, and how often the roster has changed: with each machine that came or went, at
// least once.
func (r *Roster) State() (machines []member.Peer, revision uint64) {
	r.mu.RLock()
	defer r.mu.RUnlock()
	all := make([]member.Peer, 0, len(r.by))
	for _, p := range r.by {
		all = append(all, p)
	}
	slices.SortFunc(all, func(a, b member.Peer) int { return strings.Compare(a.Name, b.Name) })
	return all, r.revision + uint64(len(r.revoked.keys)) // a hub that was wiped counts anew
}

// Close ends the following.
func (r *Roster) Close() {
	r.stop()
	<-r.ended
}
