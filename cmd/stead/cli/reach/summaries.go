package reach

import (
	"context"
	"sync"
	"time"

	"stead/catalog/listing"
	"stead/cmd/stead/cli/setup"
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
func tell(ctx context.Context, s *setup.Setup, access worker.Access, known *roster.Roster, failed func(error)) {
	changed := make(chan struct{}, 1)
	hasChanged := func() {
		select {
		case changed <- struct{}{}:
		default: // it is told already
		}
	}
	var watching sync.WaitGroup
	defer watching.Wait()
	watching.Go(func() { watchStores(ctx, s, failed, hasChanged) })
	leaving, recorded := &titles{mask: s.Mask()}, &recorded{folder: s.Runs, mask: s.Mask()}
	watching.Go(func() { recorded.watch(ctx, hasChanged) })
	summaries.Publisher{
		Conn: access.Conn, JS: access.JS, Keys: access.Keys, Self: access.Self, Known: known, Folder: s.Config.Folders.Data,
		Changed: changed, Failed: failed,
		Runs: recorded.told,
		Rows: func(ctx context.Context) ([]listing.Row, error) {
			found, err := s.Lister().List(ctx, listing.Query{All: true})
			leaving.replace(found.Rows)
			return found.Rows, err
		},
	}.Serve(ctx)
}

// watchStores calls changed now, and when something was written into a store, but not too often.
func watchStores(ctx context.Context, s *setup.Setup, failed func(error), changed func()) {
	for ctx.Err() == nil {
		err := s.WatchStores(ctx, func() {
			changed()
			sleep(ctx, rest)
		})
		if ctx.Err() == nil {
			failed(err)
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
