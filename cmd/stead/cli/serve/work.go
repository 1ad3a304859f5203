package serve

import (
	"bufio"
	"context"
	"io"
	"net/http"
	"sync"
	"time"

	"stead/catalog/index"
	"stead/catalog/search"
	"stead/cmd/stead/cli/failure"
	"stead/cmd/stead/cli/flags"
	"stead/cmd/stead/cli/machines"
	"stead/cmd/stead/cli/setup"
	"stead/internal/sys/dirs"
	"stead/orchestrator/ab"
	"stead/orchestrator/chain"
	"stead/orchestrator/delivery"
	"stead/reach/remote"
	"stead/timeline"
	"stead/ui/api"
	"stead/ui/api/events"
	"stead/ui/api/guard"
	"stead/ui/api/others"
	"stead/ui/model"
	"stead/ui/web"
)

// readingTime is how long a search waits for sessions that are new to the index. The first time, there may be
// gigabytes.
const readingTime = 20 * time.Second

// work is a running server: it answers requests, and searches for changes.
type work struct {
	process *setup.Process
	setup   *setup.Setup
	place   guard.Place
	guard   *guard.Guard
	model   *model.Model
	events  *events.Log
	others  *others.Others // nil if there are none
	handler http.Handler
	working sync.WaitGroup
}

// newWork assembles the server at a place.
func newWork(p *setup.Process, s *setup.Setup, o options, place guard.Place, audit func(guard.Act)) (*work, error) {
	w := &work{process: p, setup: s, place: place, events: events.New(), model: modelOf(p, s, o)}
	open := api.IsOpen
	if !o.api {
		open = func(r *http.Request) bool { return api.IsOpen(r) || web.IsOpen(r, api.Prefix) }
	}
	kept, keep, err := o.kept(o.callersFile(s.Config.Folders.State, place))
	if err != nil {
		return nil, err
	}
	w.guard = guard.New(guard.Options{Place: place, Open: open, KeyFollows: api.KeyFollows, Audit: audit, Now: s.Host.Now,
		Kept: kept, Keep: keep, Failed: p.Term.Err.Reporter()})
	if !o.readOnly && o.on == nil { // a request forwarded to another machine may change something there
		w.others = machines.Others(p, s, func(c model.Change) { w.events.Add(api.EventOf(c)) }, p.Term.Err.Reporter())
	}
	served := w.routes(w.model, o.version)
	if o.on != nil {
		served = api.Elsewhere{Client: o.on, Host: remote.Host, Guard: w.guard, Own: served, Fault: fault}.New()
	}
	if !o.api {
		pages, err := web.New()
		if err != nil {
			return nil, err
		}
		served = withPages(served, pages)
	}
	w.handler = w.guard.Protect(served)
	return w, nil
}

// withPages serves the API below its prefix, and pages at all other paths. It does not use a mux, which would clean up
// paths that the API rejects.
func withPages(routes, pages http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if web.IsOpen(r, api.Prefix) {
			pages.ServeHTTP(w, r)
			return
		}
		routes.ServeHTTP(w, r)
	})
}

// routes returns the routes of the API for a model of sessions.
func (w *work) routes(m *model.Model, version string) http.Handler {
	p := w.process
	return api.New(api.Options{
		Version: version, Model: m, Guard: w.guard, Events: w.events, Fault: fault, Others: w.others,
		Project: func(name string) string {
			if dirs.IsPath(name) {
				return p.Path(name)
			}
			return name
		},
	})
}

// modelOf returns the model of the machine's sessions and runs. Unless the server is read-only, it also acts on them.
func modelOf(p *setup.Process, s *setup.Setup, o options) *model.Model {
	var may *model.Acts
	if !o.readOnly {
		may = actsOf(p, s)
	}
	// The index belongs to the server: a caller that leaves must not abort its opening.
	open := func(ctx context.Context) (*index.Index, error) { return s.Index.Open(context.WithoutCancel(ctx)) }
	return model.New(model.Options{
		Acts: may, Reach: s.Active().Reach, Work: s.Active().Work,
		Catalog: s.Catalog, List: s.Lister().List, Index: open, Origin: s.Origin(), Families: s.Orchestrator().Families(),
		Runs:     s.Runs,
		Contests: ab.Open(s.Config.Folders.Data), Chains: chain.Open(s.Config.Folders.Data), Library: flags.Library(p, s),
		Drafts:    s.Drafts(),
		Knowledge: s.Knowledge,
		Export: func(ctx context.Context, to io.Writer, stream timeline.Stream, format string) (string, error) {
			return export(ctx, s, to, stream, format)
		},
		Fit: func(ctx context.Context, reference, cli string) (delivery.Fit, error) {
			return flags.Fit(ctx, p, s, reference, cli)
		},
		Rehearse: func(ctx context.Context, o model.Start) (model.Delivery, error) { return rehearse(ctx, p, o) },
		Survey:   func(ctx context.Context) (model.Machine, error) { return survey(ctx, p, s, o.version) },
		Folder:   s.Config.Folders.State, Now: s.Host.Now,
		Search: func(call context.Context, q search.Query, limit int) (search.Result, error) {
			x, err := open(call)
			if err != nil {
				return search.Result{}, err
			}
			return s.Index.SearchWithin(call, x, readingTime, q, limit, nil)
		},
	})
}

// fault returns the command line's name of an error, and the hint for it.
func fault(err error) (name, hint string) {
	described := failure.Describe(err)
	return failure.Name(described.Code), described.Tip
}

// watch turns changes into events until ctx is done.
func (w *work) watch(ctx context.Context, failed func(error)) {
	w.working.Go(func() {
		w.model.Watch(ctx, w.setup.Live, func(c model.Change) { w.events.Add(api.EventOf(c)) }, failed)
	})
	if w.others != nil {
		w.working.Go(func() { w.others.Run(ctx) })
	}
}

// greet tells the user how browsers and programs sign in, and opens a browser. The Enter key prints another token. The
// returned function ends the greeting.
func (w *work) greet(ctx context.Context, o options) (end func()) {
	t, end := w.process.Term, func() {}
	if w.place.Scheme == "https" && !o.phone {
		t.Err.Note("%s", trust)
	}
	if o.api {
		t.Err.Note("serving the API at %s", w.place.URL()+api.Prefix[1:])
		w.invite(o)
	} else if address := w.invite(o); !o.noOpen {
		end = openPages(ctx, w.process, w.setup.Config.Folders.State, address)
	}
	if t.CanAsk() {
		go func() { // a read from a terminal cannot be cancelled: it ends with the process
			for lines := bufio.NewScanner(t.In); lines.Scan() && ctx.Err() == nil; {
				w.invite(o)
			}
		}()
	}
	return end
}

// invite prints a token, or the address that contains one, and returns it.
func (w *work) invite(o options) string {
	token := w.guard.Token()
	if o.api {
		w.process.Term.Err.Note("the token for one caller, within a minute: %s", token)
		return token
	}
	address := w.place.URL() + "#token=" + token
	w.process.Term.Err.Note("for one browser, within a minute: %s", address)
	if t := w.process.Term; o.phone && t.CanAsk() {
		if err := drawQR(t.Out, address, t.Out.Colored()); err == nil {
			t.Err.Note("Enter draws another one")
		}
	}
	return address
}

// close waits until all work has ended. The work's context must already be done.
func (w *work) close() {
	w.working.Wait()
	w.model.Close()
}
