package agents

import (
	"context"
	"sync"
	"time"

	"stead/catalog/index"
	"stead/catalog/search"
	"stead/cmd/stead/cli/setup"
)

// readingTime is how long a search waits for sessions that are new to the index. The first time, there may be
// gigabytes.
const readingTime = 40 * time.Second

// liveIndex is the index of a server. The first search opens it, because most agents only list sessions. From then on
// it is kept up to date until ctx ends, so the next search finds what was written to a store in the meantime. If the
// first update takes longer than a call may, it continues in the background. It is the search that begins it, as only
// that can tell its client how far it is.
type liveIndex struct {
	s        *setup.Setup
	ctx      context.Context //nolint:containedctx // the server's, not a call's
	start    sync.Once
	watching sync.WaitGroup
}

// search searches the index after bringing it up to date. Progress is told how many bytes of the sessions were read.
func (l *liveIndex) search(ctx context.Context, q search.Query, limit int,
	progress func(done, total int64)) (search.Result, error) {
	x, err := l.s.Index.Open(l.ctx)
	if err != nil {
		return search.Result{}, err
	}
	defer l.start.Do(func() { l.watch(x) })
	return l.s.Index.SearchWithin(ctx, x, readingTime, q, limit, progress)
}

// watch keeps the index up to date. Even if the system sends no notices, each search updates it.
func (l *liveIndex) watch(x *index.Index) {
	l.watching.Go(func() {
		_ = x.Watch(l.ctx, func(index.Report, error) {}) // each search refreshes, too, and reports problems
	})
}
