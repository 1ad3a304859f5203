package lease

import (
	"context"
	"fmt"

	"github.com/nats-io/nats.go/jetstream"

	"stead/reach/layout"
)

// By has a lease measure time by a clock other than the machine's.
func By(c Clock) Option { return func(l *Lease) { l.clock = c } }

// Watch tells who holds the leases whose keys match a pattern of package layout, first of each that is held, then of
// each change; the holder is empty when a lease has ended. It goes on until the context ends, across lost connections,
// and returns the context's error; or that of a hub that has no such bucket.
func Watch(ctx context.Context, js jetstream.JetStream, pattern string, told func(key, holder string)) error {
	known := map[string]string{}
	return follow(ctx, js, pattern, func(c change) {
		holder := ""
		if c.value != nil {
			holder = read(c.value).Holder
		}
		if known[c.key] == holder {
			return // a renewal
		}
		known[c.key] = holder
		if holder == "" {
			delete(known, c.key)
		}
		told(c.key, holder)
	})
}

// WatchMachines tells of each machine, first of those that are away, then of each that comes, changes or goes. It ends
// as Watch does.
func WatchMachines(ctx context.Context, js jetstream.JetStream, told func(Presence)) error {
	all, err := gather(ctx, js, layout.SeenKeys)
	if err != nil {
		return err
	}
	for _, p := range all.sorted() {
		told(p)
	}
	return follow(ctx, js, layout.MachineLeases, func(c change) {
		if p, ok := all.after(c); ok {
			all[p.Name] = p
			told(p)
		}
	})
}

// follow tells of each key that is there, and of each change, across lost connections: see [layout.Follow].
func follow(ctx context.Context, js jetstream.JetStream, pattern string, told func(change)) error {
	err := layout.Follow(ctx, js, layout.Following{Bucket: layout.Leases, Pattern: pattern, Told: func(e layout.Change) {
		if len(e.Value) <= largest {
			told(change{key: e.Key, value: e.Value, at: e.Created})
		}
	}})
	if err != nil && ctx.Err() == nil {
		return fmt.Errorf("watch the bucket of leases: %w", err)
	}
	return err
}
