package serve

import (
	"context"
	"net"
	"net/http"
	"sync"

	"stead/cmd/stead/cli/setup"
	"stead/reach/member"
	"stead/reach/node"
	"stead/ui/api/events"
	"stead/ui/api/guard"
	"stead/ui/model"
)

// ForMachines serves the API to the user's other machines, over the connections of a listener, until ctx is done: a
// viewer may read, an operator may act. Version is that of stead. Known returns the machine with a given public nkey.
// Audit receives each act, one at a time. The search for changes begins with the first request. Errors are those of the
// listener.
func ForMachines(
	ctx context.Context, p *setup.Process, s *setup.Setup, version string, l net.Listener,
	known func(key string) (member.Peer, bool), audit func(guard.Act),
) error {
	w := &work{process: p, setup: s, events: events.New(), model: modelOf(p, s, options{version: version})}
	w.guard = guard.New(guard.Options{Audit: audit, Now: s.Host.Now})
	reading := w.model.Options
	reading.Acts = nil
	reads := model.New(reading)
	defer reads.Close()
	ctx, stop := context.WithCancel(ctx)
	defer w.close()
	defer stop()
	begin := sync.OnceFunc(func() { w.watch(ctx, p.Term.Err.Reporter()) })
	return node.Serve(ctx, l, node.Options{
		Known: known, Reads: w.routes(reads, version), Acts: w.routes(w.model, version),
		Admit: func(name string, next http.Handler) http.Handler {
			begin()
			return w.guard.Admit(name, next)
		},
	})
}
