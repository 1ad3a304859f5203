package serve

import (
	"bufio"
	"context"
	"net/http"
	"sync"
	"time"

	"stead/browser"
	"stead/browser/api"
	"stead/browser/events"
	"stead/browser/guard"
	"stead/catalog/index"
	"stead/catalog/search"
	"stead/cmd/stead/cli/failure"
	"stead/cmd/stead/cli/flags"
	"stead/cmd/stead/cli/setup"
	"stead/internal/project"
	"stead/orchestrator/ab"
	"stead/orchestrator/chain"
	"stead/orchestrator/delivery"
)

// readingTime is how long a search waits for sessions that are new to the index: the first time there may be gigabytes.
const readingTime = 20 * time.Second

// work is what a server does: it answers, and finds out what changes.
type work struct {
	process *setup.Process
	setup   *setup.Setup
	place   guard.Place
	guard   *guard.Guard
	browser *browser.Browser
	events  *events.Log
	handler http.Handler
	working sync.WaitGroup
}

// newWork puts together what serves at a place.
func newWork(p *setup.Process, s *setup.Setup, o options, place guard.Place, audit func(guard.Act)) *work {
	w := &work{process: p, setup: s, place: place, events: events.New(), browser: browserOf(p, s, o.readOnly)}
	w.guard = guard.New(guard.Options{Place: place, Open: api.IsOpen, KeyFollows: api.KeyFollows, Audit: audit, Now: s.Host.Now})
	w.handler = w.guard.Protect(api.New(api.Options{
		Version: o.version, Browser: w.browser, Guard: w.guard, Events: w.events, Fault: fault,
		Project: func(name string) string {
			if project.IsPath(name) {
				return p.Path(name)
			}
			return name
		},
	}))
	return w
}

// browserOf returns what shows the machine's sessions and runs, and acts on them unless it must only read.
func browserOf(p *setup.Process, s *setup.Setup, readOnly bool) *browser.Browser {
	var may *browser.Acts
	if !readOnly {
		may = actsOf(p, s)
	}
	// The index is the server's: a caller that has gone must not end its opening.
	open := func(ctx context.Context) (*index.Index, error) { return s.Index(context.WithoutCancel(ctx)) }
	return browser.New(browser.Options{
		Acts: may, Reach: s.Active().Reach,
		Catalog: s.Catalog, List: s.Lister().List, Index: open, Origin: s.Origin(), Families: s.Orchestrator().Families(), Runs: s.Runs,
		Contests: ab.Open(s.Config.Folders.Data), Chains: chain.Open(s.Config.Folders.Data), Library: flags.Library(p, s), Drafts: s.Drafts(),
		Knowledge: s.Knowledge,
		Fit: func(ctx context.Context, reference, cli string) (delivery.Fit, error) {
			return flags.Fit(ctx, p, s, reference, cli)
		},
		Rehearse: func(ctx context.Context, o browser.Start) (browser.Delivery, error) { return rehearse(ctx, p, o) },
		Folder:   s.Config.Folders.State, Now: s.Host.Now,
		Search: func(call context.Context, q search.Query, limit int) (search.Result, error) {
			x, err := open(call)
			if err != nil {
				return search.Result{}, err
			}
			return s.SearchWithin(call, x, readingTime, q, limit)
		},
	})
}

// fault names an error as the command line does, and says what to do about it.
func fault(err error) (name, hint string) {
	described := failure.Describe(err)
	return failure.Name(described.Code), described.Tip
}

// watch has what changes become events until ctx is done.
func (w *work) watch(ctx context.Context, failed func(error)) {
	w.working.Go(func() {
		w.browser.Watch(ctx, w.setup.Live, func(c browser.Change) { w.events.Add(api.EventOf(c)) }, failed)
	})
}

// greet tells the user how programs get in. Enter asks for another token.
func (w *work) greet(ctx context.Context) {
	t := w.process.Term
	t.Note("serving the API at %s", w.place.URL()+api.Prefix[1:])
	if w.place.Scheme == "https" {
		t.Note("%s", phone)
	}
	t.Note("the token for one caller, within a minute: %s", w.guard.Token())
	if !t.CanAsk() {
		return
	}
	go func() { // a read from a terminal cannot be called off: it ends with the process
		for lines := bufio.NewScanner(t.In); lines.Scan() && ctx.Err() == nil; {
			t.Note("another token: %s", w.guard.Token())
		}
	}()
}

// close waits until all work has ended, which the context has been told of.
func (w *work) close() {
	w.working.Wait()
	w.browser.Close()
}
