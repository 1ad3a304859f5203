package agents

import (
	"context"
	"sync"
	"time"

	"stead/catalog/index"
	"stead/catalog/search"
	"stead/cmd/stead/cli/setup"
)

// readingTime is how long a search waits for sessions that are new to the index: the first time there may be gigabytes.
const readingTime = 40 * time.Second

// liveIndex is the index of a server. It is opened by the first search, as most agents only list, and kept fresh from
// then on until ctx ends: what is written into a store is in the index when the next search asks, and a first reading
// that takes longer than an answer may goes on behind it.
type liveIndex struct {
	s        *setup.Setup
	ctx      context.Context //nolint:containedctx // the server's, not a call's
	start    sync.Once
	watching sync.WaitGroup
}

// search searches the index, which it brings up to date before.
func (l *liveIndex) search(ctx context.Context, q search.Query, limit int) (search.Result, error) {
	x, err := l.s.Index.Open(l.ctx)
	if err != nil {
		return search.Result{}, err
	}
	l.start.Do(func() { l.watch(x) })
	return l.s.Index.SearchWithin(ctx, x, readingTime, q, limit)
}

// watch keeps the index fresh. Where the system gives no notices, each search still brings it up to date.
func (l *liveIndex) watch(x *index.Index) {
	l.watching.Go(func() {
		_ = x.Watch(l.ctx, func(index.Report, error) {}) // each search refreshes, too, and tells what is wrong
	})
}
