package reach

import (
	"context"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"stead/reach/layout"
	"stead/reach/worker"
)

// healing is how long lies between two times that this machine's keys are brought back.
const healing = time.Second

// heal brings this machine's keys back to the hub when somebody has deleted one there, until ctx is done: nobody does who means well, as a run that is removed
// leaves a word in their place. What a hub has lost that was away comes back with the journals.
func heal(ctx context.Context, access worker.Access, failed func(error)) {
	deleted := make(chan struct{}, 1)
	go func() {
		_ = layout.Follow(ctx, access.JS, layout.Following{
			Bucket: layout.Keys, Pattern: jetstream.AllKeys, How: []jetstream.WatchOpt{jetstream.MetaOnly(), jetstream.UpdatesOnly()},
			Told: func(c layout.Change) {
				if c.Value == nil {
					notify(deleted)
				}
			},
		})
	}()
	for ctx.Err() == nil {
		select {
		case <-ctx.Done():
			return
		case <-deleted:
		}
		if err := access.Keys.Restore(ctx); err != nil && ctx.Err() == nil {
			failed(err)
			notify(deleted)
		}
		sleep(ctx, healing)
	}
}

// notify says so, unless that was said and not heard yet.
func notify(c chan<- struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}
