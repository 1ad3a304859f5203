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
	// rest is the pause between two reports of changes in the stores. Changes in between are only noted.
	rest = 5 * time.Second
	// again is the pause after a failure before the stores are watched again.
	again = time.Minute
)

// tell publishes what lists show of this machine's sessions and runs to the user's other machines, until ctx is done.
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

// watchStores calls changed immediately, and when something was written into a store, but not too often.
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

// titles are the titles of sessions with their secrets masked. Each title is searched once as long as a session has it.
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
