package watch

import (
	"path/filepath"
	"time"

	"stead/notify"
	"stead/runs"
)

// records are the runs of the machine. It belongs to the watcher's goroutine.
type records struct {
	w    *watcher
	root string
	// live are the runs that go on, by id. Owned are the sessions that runs have made: what happens to those, the run's record tells.
	live  map[string]*liveRun
	owned map[string]bool
	// released is since when such a session is one like any other again.
	released map[string]time.Time
}

type liveRun struct {
	follower notify.Follower
	last     runs.Run
}

func newRecords(w *watcher) *records {
	return &records{
		w: w, root: filepath.Dir(w.Runs.Dir("run")), live: map[string]*liveRun{}, owned: map[string]bool{},
		released: map[string]time.Time{},
	}
}

// since returns from when on what happens to a session is news.
func (r *records) since(key string) time.Time {
	if at, ok := r.released[key]; ok {
		return at
	}
	return r.w.began
}

// owns reports whether a run that goes on works on the session.
func (r *records) owns(cli, id string) bool { return r.owned[cli+":"+id] }

// look reads what gave no notice: new runs, and runs whose stead was killed.
func (r *records) look() {
	r.w.folders.add(r.root)
	all, err := r.w.Runs.All()
	if err != nil {
		return
	}
	for _, run := range all {
		r.take(run)
	}
}

// notice takes a change of the folder of runs. It returns false for a path that lies elsewhere.
func (r *records) notice(path string) bool {
	folder := filepath.Dir(path)
	switch {
	case folder == r.root:
		r.load(filepath.Base(path))
		return true
	case filepath.Dir(folder) == r.root:
		if filepath.Base(path) == "run.json" {
			r.load(filepath.Base(folder))
		}
		return true
	}
	return path == r.root
}

// load reads the record of a run. A new one may have none yet: its folder will tell.
func (r *records) load(id string) {
	r.w.folders.addNew(r.w.Runs.Dir(id))
	if run, err := r.w.Runs.Load(id); err == nil {
		r.take(run)
	}
}

// take learns how a run is.
func (r *records) take(run runs.Run) {
	known := r.live[run.ID]
	alive := run.Alive()
	if known == nil && !alive {
		return // it has ended, and nobody saw it live
	}
	if known == nil {
		known = &liveRun{}
		r.live[run.ID] = known
		r.w.folders.add(r.w.Runs.Dir(run.ID))
	}
	known.last = run
	r.own(run, alive)
	if e, ok := known.follower.See(run, r.w.Now()); ok {
		r.w.seen(Event{Event: e, Told: true})
	}
	if !alive {
		r.end(known)
	}
}

// end forgets a run that has ended, and tells of one that could not.
func (r *records) end(known *liveRun) {
	run := known.last
	delete(r.live, run.ID)
	r.w.folders.remove(r.w.Runs.Dir(run.ID))
	if run.Status != runs.Running {
		return
	}
	r.w.seen(Event{Event: notify.Event{
		Kind: notify.Failed, At: r.w.Now(), CLI: run.To.CLI, Session: run.To.Reference(), Project: run.Dir, Run: run.ID,
		About: "stead was killed", Command: "stead logs " + run.ID,
	}})
}

// own notes the sessions on which a run works: those of its CLIs, and the one that it mirrors itself in.
func (r *records) own(run runs.Run, alive bool) {
	r.mark(run.To, alive)
	for _, hop := range run.Hops {
		r.mark(hop.To, alive)
	}
	for i, m := range run.Mirrors {
		r.mark(m.Session, alive && i == len(run.Mirrors)-1) // those before are the user's
	}
}

func (r *records) mark(s runs.Session, isOwned bool) {
	key := s.Reference()
	switch {
	case isOwned:
		r.owned[key] = true
		r.w.followers.leave(key)
	case r.owned[key]:
		delete(r.owned, key)
		r.released[key] = r.w.Now()
	}
}
