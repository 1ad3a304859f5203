package readers

import (
	"context"
	"fmt"
	"iter"
	"strings"
	"sync"

	"stead/adapters/adapter"
	"stead/timeline"
)

// listers is the number of places that List reads in parallel. More gain nothing, because the kernel does most of the
// work.
const listers = 2

// List yields the sessions of a store that match a query, in no particular order. For each session that cannot be read
// it yields an error that names it, and continues. It stops when ctx is done.
func List(ctx context.Context, r Reader, store adapter.Store, query Query) iter.Seq2[timeline.Summary, error] {
	return func(yield func(timeline.Summary, error) bool) {
		ctx, cancel := context.WithCancel(ctx)
		l := lister{reader: r, places: make(chan Place, 64), rows: make(chan row, 64)}
		wait := l.start(ctx, store, query)
		defer wait()
		defer cancel()
		for found := range l.rows {
			if found.err != nil {
				found.err = fmt.Errorf("list sessions: %w", found.err)
			} else if !query.asksFor(found.summary) {
				continue
			}
			if !yield(found.summary, found.err) {
				return
			}
		}
	}
}

func (q Query) asksFor(s timeline.Summary) bool {
	return strings.HasPrefix(s.ID, q.Prefix) && (q.Project == "" || s.Project == q.Project)
}

type row struct {
	summary timeline.Summary
	err     error
}

type lister struct {
	reader Reader
	places chan Place
	rows   chan row
}

// start finds places and reads them. It closes rows after the last one. Wait returns when all goroutines have ended.
func (l *lister) start(ctx context.Context, store adapter.Store, query Query) (wait func()) {
	var workers, closer sync.WaitGroup
	workers.Go(func() {
		defer close(l.places)
		for place, err := range l.reader.Places(ctx, store, query) {
			if !l.pass(ctx, place, err) {
				return
			}
		}
	})
	for range listers {
		workers.Go(func() { l.look(ctx) })
	}
	closer.Go(func() {
		workers.Wait()
		close(l.rows)
	})
	return closer.Wait
}

// pass hands a place to the goroutines that read it. It reports whether to continue.
func (l *lister) pass(ctx context.Context, place Place, err error) bool {
	if err != nil {
		return l.tell(ctx, row{err: err})
	}
	select {
	case l.places <- place:
		return true
	case <-ctx.Done():
		return false
	}
}

func (l *lister) tell(ctx context.Context, found row) bool {
	select {
	case l.rows <- found:
		return true
	case <-ctx.Done():
		return false
	}
}

func (l *lister) look(ctx context.Context) {
	for place := range l.places {
		for s, err := range l.reader.Summaries(ctx, place) {
			if !l.tell(ctx, row{s, err}) {
				return
			}
		}
	}
}
