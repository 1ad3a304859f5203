package model

import (
	"context"
	"os"
	"strconv"
	"sync"
	"time"

	"stead/catalog/index"
	"stead/orchestrator/view"
	"stead/timeline/store"
	"stead/ui/model/reading"
)

// Topic is what a change is about.
type Topic string

// The topics.
const (
	SessionTopic Topic = "session"
	RunTopic     Topic = "run"
	ContestTopic Topic = "contest"
	ChainTopic   Topic = "chain"
	DraftTopic   Topic = "draft"
	// MachineTopic is another machine that appeared or went away.
	MachineTopic Topic = "machine"
)

// Change reports that something has changed.
type Change struct {
	Topic Topic
	// Ref is a session's reference. For everything else it is the id.
	Ref string
	// Revision tells two states of the object apart. A session's revision is that of its pages.
	Revision string
	// State is one word for what a run, a contest or a chain does, [Gone] for something that was deleted, or the state of
	// another machine.
	State string
}

// Gone is the state of something that was deleted.
const Gone = "gone"

// poll is the interval at which the watch searches for changes that gave no notice. Again is the delay before the next
// attempt when the stores cannot be watched.
const (
	poll  = 15 * time.Second
	again = 5 * time.Second
)

// Watch reports changes until ctx ends. Live is the process's live view; Watch adds the records of the machine's runs
// to it. Several goroutines may call changed at the same time. Failed receives the errors of what cannot be watched;
// the next look may find it.
func (m *Model) Watch(ctx context.Context, live *store.Store, changed func(Change), failed func(error)) {
	var watching sync.WaitGroup
	w := watcher{&m.Options, live, changed, failed}
	watching.Go(func() { w.runs(ctx) })
	watching.Go(func() { w.sessions(ctx) })
	watching.Go(func() { w.records(ctx) })
	watching.Wait()
}

// watcher reports changes.
type watcher struct {
	options *Options
	live    *store.Store
	changed func(Change)
	failed  func(error)
}

// runs reports changes of the runs in the live view.
func (w watcher) runs(ctx context.Context) {
	// A folder that does not exist cannot report the first run, which would then be found later.
	_ = os.MkdirAll(w.options.Runs.Root, 0o700)
	records := view.New(w.live, w.options.Runs).Records()
	defer records.Close()
	records.Look()
	var looking sync.WaitGroup
	defer looking.Wait()
	looking.Go(func() { records.Run(ctx, poll) })
	known := map[string]uint64{}
	for ctx.Err() == nil {
		watch := store.NewWatchSet()
		for _, s := range w.live.Snapshot().Sessions(watch) {
			state, ok := view.Of(s)
			if ok && known[s.Key] != s.Revision {
				known[s.Key] = s.Revision
				w.changed(Change{Topic: RunTopic, Ref: s.Key, Revision: strconv.FormatUint(s.Revision, 10),
					State: state.Run.Shown(state.Alive)})
			}
		}
		_ = watch.WatchCtx(ctx) // the loop's condition checks for the end
	}
}

// sessions reports changes of the sessions in the index, which it keeps up to date.
func (w watcher) sessions(ctx context.Context) {
	var known map[string]string
	for ctx.Err() == nil {
		x, err := w.options.Index(ctx)
		if err == nil && known == nil {
			known, err = seen(ctx, x)
		}
		if err == nil {
			err = x.Watch(ctx, func(_ index.Report, err error) {
				if err == nil {
					known, err = difference(ctx, x, known, w.changed)
				}
				if err != nil && ctx.Err() == nil {
					w.failed(err)
				}
			})
		}
		if err != nil && ctx.Err() == nil {
			w.failed(err)
		}
		select {
		case <-ctx.Done():
		case <-time.After(again):
		}
	}
}

// seen returns the sessions that the index has from an earlier process. With it, the watch also reports what changed
// before its first look at the stores, since a client may have asked for it meanwhile. It returns nil for an empty
// index, whose first look finds everything.
func seen(ctx context.Context, x *index.Index) (map[string]string, error) {
	all, err := x.Sessions(ctx)
	if err != nil || len(all) == 0 {
		return nil, err
	}
	return difference(ctx, x, nil, func(Change) {})
}

// difference reports how the sessions differ from the known ones, and returns them. Nothing is known at first.
func difference(ctx context.Context, x *index.Index, known map[string]string,
	changed func(Change)) (map[string]string, error) {
	all, err := x.Sessions(ctx)
	if err != nil {
		return known, err
	}
	now := make(map[string]string, len(all))
	for _, s := range all {
		reference, revision := s.Summary.CLI+":"+s.Summary.ID, reading.Revision(s.Summary)
		now[reference] = revision
		if known != nil && known[reference] != revision {
			changed(Change{Topic: SessionTopic, Ref: reference, Revision: revision})
		}
	}
	for reference := range known {
		if _, isThere := now[reference]; !isThere {
			changed(Change{Topic: SessionTopic, Ref: reference, State: Gone})
		}
	}
	return now, nil
}
