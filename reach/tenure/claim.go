package tenure

import (
	"context"
	"errors"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"stead/reach/layout"
	"stead/reach/lease"
	"stead/reach/member"
)

// Access is a machine's access to the claims and leases of runs. All fields must be set.
type Access struct {
	JS   jetstream.JetStream
	Self member.Member
	// Trust finds the machine of a public nkey among those that have joined.
	Trust func(key string) (member.Peer, bool)
	// TTL is how long a lease lasts, whole seconds.
	TTL time.Duration
}

// What a machine says of a run: that it is its own, or that it has taken it over. In that case it goes on with a run of
// its own, which has no lease.
const (
	owns  = "owns"
	takes = "takes"
)

// claim says to which machine a run belongs.
type claim struct {
	Name string
	// Key is the machine's public nkey: another one may get its name.
	Key   string
	Taken bool
}

func (a Access) own() claim { return claim{Name: a.Self.Name, Key: a.Self.Key} }

// isOwn reports whether a run belongs to this machine.
func (a Access) isOwn(c claim) bool { return c.Key == a.Self.Key }

func (a Access) book() Book { return Book{JS: a.JS, Self: a.Self, Trust: a.Trust} }

// errUnclaimed says that a run belongs to no machine.
var errUnclaimed = errors.New("no machine has claimed the run")

// claimant returns to whom a run belongs, and the sequence of the last word about it. Errors: errUnclaimed; the hub's.
func (a Access) claimant(ctx context.Context, run string) (c claim, last uint64, err error) {
	words, last, err := a.book().Read(ctx, run)
	if err != nil {
		return c, 0, err
	}
	for _, w := range words {
		if w.By.Has(member.Node) && (w.Kind == owns && c.Key == "" || w.Kind == takes && c.Key != "") {
			c = claim{w.By.Name, w.By.Key, w.Kind == takes}
		}
	}
	if c.Key == "" {
		err = errUnclaimed
	}
	return c, last, err
}

// belongs returns to whom a run belongs. One that nobody has claimed is this machine's from now on.
func (a Access) belongs(ctx context.Context, run string) (claim, error) {
	c, last, err := a.claimant(ctx, run)
	if !errors.Is(err, errUnclaimed) {
		return c, err
	}
	if err = a.book().Say(ctx, run, Word{Kind: owns}, last); errors.Is(err, ErrClaimed) {
		c, _, err = a.claimant(ctx, run)
		return c, err
	}
	return a.own(), err
}

// take takes a run's lease, also one that this machine has.
func (a Access) take(ctx context.Context, run string) (*lease.Lease, error) {
	return lease.Take(ctx, a.JS, layout.RunLease(a.Self.User, run), a.Self.Name, a.TTL,
		lease.As(a.Self.Key, a.Self.Former...))
}
