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

// work takes runs that wait for a machine, and keeps the leases of runs that have come from others. It also copies the
// journals of all runs, and the list data of sessions and runs, to the hub, so that other machines can read them while
// this machine is away. The returned function ends all of it.
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
