package watch

import (
	"context"
	"slices"
	"time"

	"stead/orchestrator/view"
	"stead/runs"
	"stead/runs/notify"
	"stead/timeline/store"
)

// records are the runs of the machine, as the live view has them. They belong to the watcher's goroutine.
type records struct {
	w *watcher
	// live are the active runs, by id.
	live map[string]*liveRun
	// released holds, for each session that a run made, the time since which it counts as an ordinary session again.
	released map[string]time.Time
}

type liveRun struct {
	follower notify.Follower
	// revision is that of the row that was seen last; names are the run's sessions at that time.
	revision uint64
	names    []string
}

func newRecords(w *watcher) *records {
	return &records{w: w, live: map[string]*liveRun{}, released: map[string]time.Time{}}
}

// since returns the time from which changes to a session are news.
func (r *records) since(key string) time.Time {
	if at, ok := r.released[key]; ok {
		return at
	}
	return r.w.began
}

// owns reports whether an active run works on the session. The run's record then reports what happens to it.
func (r *records) owns(cli, id string) bool {
	_, isOwned := r.w.Live.Snapshot().Named(nil, runs.Session{CLI: cli, ID: id}.Reference())
	return isOwned
}

// see applies what has changed in the view. The channel reports further changes.
func (r *records) see(ctx context.Context) <-chan error {
	watch := store.NewWatchSet()
	for _, session := range r.w.Live.Snapshot().Sessions(watch) {
		if state, ok := view.Of(session); ok {
			r.apply(session, state)
		}
	}
	return watch.WatchCh(ctx)
}

// apply applies a run's new state.
func (r *records) apply(session store.Session, state view.State) {
	known := r.live[session.Key]
	if known == nil && !state.Alive || known != nil && known.revision == session.Revision {
		return
	}
	if known == nil {
		known = &liveRun{}
		r.live[session.Key] = known
	}
	known.revision = session.Revision
	r.own(known, session.Names)
	if e, ok := known.follower.See(state.Run, r.w.Now()); ok {
		r.w.seen(Event{Event: e, Reported: true})
	}
	if !state.Alive {
		r.end(state.Run)
	}
}

// end forgets a run that has ended, and reports it if its own stead could not.
func (r *records) end(run runs.Run) {
	delete(r.live, run.ID)
	if run.Status != runs.Running {
		return
	}
	r.w.seen(Event{Event: notify.Event{
		Kind: notify.Failed, At: r.w.Now(), CLI: run.To.CLI, Session: run.To.Reference(), Project: run.Dir, Run: run.ID,
		About: "stead was killed", Command: "stead logs " + run.ID,
	}})
}

// own records the sessions on which a run works, and those that it has left.
func (r *records) own(run *liveRun, names []string) {
	for _, name := range names {
		r.w.followers.leave(name)
	}
	for _, name := range run.names {
		if !slices.Contains(names, name) {
			r.released[name] = r.w.Now()
		}
	}
	run.names = names
}
