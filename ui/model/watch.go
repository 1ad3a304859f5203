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
	// MachineTopic is another machine that came or went.
	MachineTopic Topic = "machine"
)

// Change says that something has changed.
type Change struct {
	Topic Topic
	// Ref is the reference of a session, and the id of all else.
	Ref string
	// Revision tells two states of it apart: that of a session is the one of its pages.
	Revision string
	// State is what a run, a contest or a chain does, in a word; [Gone] for what was deleted; the state of another
	// machine.
	State string
}

// Gone is the state of what was deleted.
const Gone = "gone"

// How often the watch searches for changes that gave no notice, and how soon again when the stores cannot be watched.
const (
	poll  = 15 * time.Second
	again = 5 * time.Second
)

// Watch tells what changes until ctx ends. Live is the process's live view, into which the records of the machine's
// runs are brought. Changed may be called by several goroutines at once. Failed gets what cannot be watched; the next
// look may find it.
func (m *Model) Watch(ctx context.Context, live *store.Store, changed func(Change), failed func(error)) {
	var watching sync.WaitGroup
	w := watcher{&m.Options, live, changed, failed}
	watching.Go(func() { w.runs(ctx) })
	watching.Go(func() { w.sessions(ctx) })
	watching.Go(func() { w.records(ctx) })
	watching.Wait()
}

// watcher tells what changes.
type watcher struct {
	options *Options
	live    *store.Store
	changed func(Change)
	failed  func(error)
}

// runs tells of the runs in the live view.
func (w watcher) runs(ctx context.Context) {
	// a folder that is not there gives no notice of the first run, which is then found later
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
		_ = watch.WatchCtx(ctx) // the loop's condition knows the end
	}
}

// sessions tells of the sessions in the index, which it keeps fresh.
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

// seen are the sessions as the index has them from an earlier process: what changed before its first look at the stores
// is told of, too, since somebody may have asked for it meanwhile. It is nil for an index that has none, whose first
// look finds all.
func seen(ctx context.Context, x *index.Index) (map[string]string, error) {
	all, err := x.Sessions(ctx)
	if err != nil || len(all) == 0 {
		return nil, err
	}
	return difference(ctx, x, nil, func(Change) {})
}

// difference tells in what the sessions differ from those that are known, and returns them. Nothing is known at first.
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
