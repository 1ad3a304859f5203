package node

import (
	"context"
	"sync"
	"time"

	"stead/catalog/listing"
	"stead/reach/roster"
	"stead/reach/summaries"
	"stead/reach/worker"
)

const (
	// rest is how long the stores are not watched after something was written there: what is written meanwhile is only
	// noted.
	rest = 5 * time.Second
	// again is how long after a failure they are watched again.
	again = time.Minute
)

// tell tells the user's other machines what lists show of this one's sessions and runs, until ctx is done.
func (m Machine) tell(ctx context.Context, access worker.Access, known *roster.Roster) {
	changed := make(chan struct{}, 1)
	hasChanged := func() {
		select {
		case changed <- struct{}{}:
		default: // it is told already
		}
	}
	var watching sync.WaitGroup
	defer watching.Wait()
	watching.Go(func() { m.watchStores(ctx, hasChanged) })
	leaving, recorded := &titles{mask: m.Stores.Mask}, &recorded{folder: m.Runs, mask: m.Stores.Mask}
	watching.Go(func() { recorded.watch(ctx, hasChanged) })
	summaries.Publisher{
		Conn: access.Conn, JS: access.JS, Keys: access.Keys, Self: m.Self, Known: known, Folder: m.Data,
		Changed: changed, Failed: m.Failed,
		Runs: recorded.told,
		Rows: func(ctx context.Context) ([]listing.Row, error) {
			rows, err := m.Stores.Rows(ctx)
			leaving.replace(rows)
			return rows, err
		},
	}.Serve(ctx)
}

// watchStores calls changed now, and when something was written into a store, but not too often.
func (m Machine) watchStores(ctx context.Context, changed func()) {
	for ctx.Err() == nil {
		err := m.Stores.Watch(ctx, func() {
			changed()
			sleep(ctx, rest)
		})
		if ctx.Err() == nil {
			m.Failed(err)
			sleep(ctx, again)
		}
	}
}

func sleep(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// titles are those of sessions, in which secrets are masked. Each is searched once as long as some session has it.
type titles struct {
	mask  func(string) string
	known map[string]string
}

// replace masks the titles of rows.
func (t *titles) replace(rows []listing.Row) {
	now := make(map[string]string, len(rows))
	for i := range rows {
		title := rows[i].Title
		masked, isKnown := t.known[title]
		if !isKnown {
			masked = t.mask(title)
		}
		now[title], rows[i].Title = masked, masked
	}
	t.known = now
}
