package lease

import (
	"context"
	"encoding/json"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"stead/reach/layout"
)

// Announcement is how a machine tells that it is there.
type Announcement struct {
	// Describe says what the machine is like now.
	Describe func() Machine
	// Changed has the machine describe itself at once. Nil: it does so every few seconds only.
	Changed <-chan struct{}
	// TTL is for how long a machine that says nothing still counts as there, whole seconds. 0: 15 seconds.
	TTL time.Duration
}

const (
	// presenceTTL is for how long a machine counts as there unless it says so again.
	presenceTTL = 15 * time.Second
	// remembered is how often it writes what is shown of it when it is away.
	remembered = time.Minute
	// farewell is for how long it tries to say that it leaves.
	farewell = 2 * time.Second
)

// Announce tells the user's other machines that this one is there, until the context ends; then it tells that this one
// has left. A hub that cannot be reached is told when it can. It returns the context's error.
func Announce(ctx context.Context, js jetstream.JetStream, a Announcement) error {
	ttl := a.TTL
	if ttl == 0 {
		ttl = presenceTTL
	}
	defer a.leave(ctx, bucket{js})
	beat := time.NewTicker(ttl / 3)
	defer beat.Stop()
	var written time.Time
	for {
		if a.tell(ctx, bucket{js}, ttl, time.Since(written) >= remembered) {
			written = time.Now()
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-beat.C:
		case <-a.Changed:
		}
	}
}

// tell writes what the machine is like, and, if it is time, also what is to be remembered. Written is true once that is
// there.
func (a Announcement) tell(ctx context.Context, b bucket, ttl time.Duration, due bool) (written bool) {
	ctx, cancel := context.WithTimeout(ctx, ttl/3)
	defer cancel()
	m := a.Describe()
	value, err := json.Marshal(m)
	if err != nil {
		return false
	}
	if err := b.set(ctx, layout.MachineLease(m.Name), value, ttl); err != nil || !due {
		return false
	}
	return b.set(ctx, layout.SeenKey(m.Name), value, 0) == nil
}

// leave tells that the machine goes, and when.
func (a Announcement) leave(ctx context.Context, b bucket) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), farewell)
	defer cancel()
	m := a.Describe()
	value, err := json.Marshal(m)
	if err != nil || !b.js.Conn().IsConnected() || b.set(ctx, layout.SeenKey(m.Name), value, 0) != nil {
		return
	}
	_ = b.end(ctx, layout.MachineLease(m.Name)) // unheard, its key ends by itself
}

// Machines lists the machines that are there and those that have been, by name.
func Machines(ctx context.Context, js jetstream.JetStream) ([]Presence, error) {
	all, err := gather(ctx, js, layout.SeenKeys, layout.MachineLeases)
	return all.sorted(), err
}

// gather is what the machines have said under some keys.
func gather(ctx context.Context, js jetstream.JetStream, patterns ...string) (roll, error) {
	all := roll{}
	for _, pattern := range patterns {
		err := list(ctx, js, pattern, func(c change) {
			if p, ok := all.after(c); ok {
				all[p.Name] = p
			}
		})
		if err != nil {
			return nil, err
		}
	}
	return all, nil
}
