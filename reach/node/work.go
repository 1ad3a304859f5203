package node

import (
	"context"
	"sync"

	"stead/reach/journey"
	"stead/reach/replica"
	"stead/reach/roster"
	"stead/reach/tenure"
	"stead/reach/worker"
)

// work takes runs that wait for a machine, keeps the leases of those that have come from others, and keeps the journals
// of all runs, and what lists show of sessions and runs, at the hub, too, so that they can be read while this machine
// is away. What it returns ends that.
func (m Machine) work(ctx context.Context, access worker.Access, known *roster.Roster) (end func()) {
	ctx, stop := context.WithCancel(ctx)
	arrivals := journey.OpenArrivals(m.Data)
	journals := replica.Machine{Conn: access.Conn, Keys: access.Keys, Self: m.Self, Folder: m.Runs,
		Removals: replica.OpenRemovals(m.Data)}
	tenures := tenure.Machine{
		Access: tenure.Access{JS: access.JS, Self: m.Self, Trust: access.Trust, TTL: m.Lease},
		Runs:   m.Runs, Sent: arrivals.Sent, Failed: m.Failed,
	}
	jobs := worker.Machine{
		Access: access, Known: known, Slots: m.Jobs.Slots, Version: m.Jobs.Version, CLIs: m.Jobs.CLIs,
		Arrivals: arrivals, Runs: m.Runs, Folders: m.Jobs.Folders, Stead: m.Jobs.Stead, Failed: m.Failed,
	}
	var working sync.WaitGroup
	working.Go(func() { tenures.Serve(ctx) })
	working.Go(func() { journals.Serve(ctx, m.Failed) })
	working.Go(func() { jobs.Serve(ctx) })
	working.Go(func() { m.tell(ctx, access, known) })
	return func() {
		stop()
		working.Wait()
	}
}
