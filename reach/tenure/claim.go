package tenure

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
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
	// TTL is how long a lease lasts, whole seconds.
	TTL time.Duration
}

// claimed is for how long a claim stands at the hub: longer than any journal.
const claimed = 180 * 24 * time.Hour

// claim says to which machine a run belongs.
type claim struct {
	Name string `json:"name"`
	// Key is the machine's public nkey: another one may get its name.
	Key string `json:"key"`
	// Taken says that it has taken the run over. It goes on with a run of its own, which has no lease.
	Taken bool `json:"taken,omitempty"`
}

func (a Access) own() claim { return claim{Name: a.Self.Name, Key: a.Self.Key} }

// isOwn reports whether a run belongs to this machine.
func (a Access) isOwn(c claim) bool { return c.Key == a.Self.Key }

// errUnclaimed says that a run belongs to no machine.
var errUnclaimed = errors.New("no machine has claimed the run")

// claimant returns to whom a run belongs, and the revision of that. Errors: errUnclaimed; the hub's.
func (a Access) claimant(ctx context.Context, run string) (c claim, revision uint64, err error) {
	text, revision, err := lease.Value(ctx, a.JS, layout.RunClaim(a.Self.User, run))
	if err == nil && text == nil {
		return c, revision, errUnclaimed
	}
	if err == nil {
		err = json.Unmarshal(text, &c)
	}
	if err == nil && c.Key == "" {
		err = errors.New("it names no machine")
	}
	if err != nil {
		return c, 0, fmt.Errorf("read the claim of run %s: %w", run, err)
	}
	return c, revision, nil
}

// change changes to whom a run belongs. Errors: lease.ErrChanged; the hub's.
func (a Access) change(ctx context.Context, run string, to claim, revision uint64) error {
	text, err := json.Marshal(to)
	if err != nil {
		return err
	}
	return lease.Replace(ctx, a.JS, layout.RunClaim(a.Self.User, run), text, claimed, revision)
}

// belongs returns to whom a run belongs. One that nobody has claimed is this machine's from now on.
func (a Access) belongs(ctx context.Context, run string) (claim, error) {
	c, revision, err := a.claimant(ctx, run)
	if !errors.Is(err, errUnclaimed) {
		return c, err
	}
	if err = a.change(ctx, run, a.own(), revision); errors.Is(err, lease.ErrChanged) {
		c, _, err = a.claimant(ctx, run)
		return c, err
	}
	return a.own(), err
}

// take takes a run's lease, also one that this machine has.
func (a Access) take(ctx context.Context, run string) (*lease.Lease, error) {
	return lease.Take(ctx, a.JS, layout.RunLease(a.Self.User, run), a.Self.Name, a.TTL, lease.As(a.Self.Key))
}
