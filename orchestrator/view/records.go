package view

import (
	"context"
	"path/filepath"
	"time"

	"github.com/fsnotify/fsnotify"

	"stead/internal/sys/notices"
	"stead/runs"
)

// Records brings the records of the runs on this machine into the live view: of each active run, and how it ended. Only
// one goroutine at a time may call its methods.
type Records struct {
	view    *View
	root    string
	notices *notices.Watcher
	// live are the active runs, by id; over are those that have ended since the last look.
	live, over map[string]bool
}

// Records returns a value that brings records into the view. The caller must close it.
func (v *View) Records() *Records {
	return &Records{view: v, root: filepath.Dir(v.folder.Dir("run")), notices: notices.New(64), live: map[string]bool{},
		over: map[string]bool{}}
}

// Close ends the watching of files.
func (r *Records) Close() { r.notices.Close() }

// Run brings in changes until ctx ends. It also reads everything at intervals, because a stead that was killed
// announces nothing.
func (r *Records) Run(ctx context.Context, poll time.Duration) {
	ticker := time.NewTicker(poll)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case n := <-r.notices.Events:
			r.notice(n)
		case <-r.notices.Errors: // an overflow: something changed, but it is unknown what
			r.Look()
		case <-ticker.C:
			r.Look()
		}
	}
}

// Look reads all records. It removes runs from the view that had ended before the last look.
func (r *Records) Look() {
	r.watch(r.root)
	for id := range r.over {
		if r.view.forget(id) {
			delete(r.over, id)
		}
	}
	all, err := r.view.folder.All()
	if err != nil {
		return
	}
	recorded := map[string]bool{}
	for _, run := range all {
		recorded[run.ID] = true
		r.apply(run)
	}
	r.expect(recorded)
}

// expect watches the folders of runs that have no record yet. They were created before the watch began, so no notice
// announces them.
func (r *Records) expect(recorded map[string]bool) {
	ids, err := r.view.folder.IDs()
	if err != nil {
		return
	}
	for _, id := range ids {
		if !recorded[id] {
			r.watch(r.view.folder.Dir(id))
			r.load(id)
		}
	}
}

// notice reads the record that a change may belong to. A new run may have none yet; a later notice of its folder
// announces it.
func (r *Records) notice(n fsnotify.Event) {
	folder := filepath.Dir(n.Name)
	switch {
	case folder == r.root:
		if n.Has(fsnotify.Create) {
			r.watch(n.Name)
		}
		r.load(filepath.Base(n.Name))
	case filepath.Base(n.Name) == "run.json":
		r.load(filepath.Base(folder))
	}
}

func (r *Records) load(id string) {
	if run, err := r.view.folder.Load(id); err == nil {
		r.apply(run)
	}
}

// apply brings a record into the view, unless its run ended before it was ever seen alive.
func (r *Records) apply(run runs.Run) {
	alive := run.Alive()
	if !alive && !r.live[run.ID] {
		return
	}
	if err := Describe(r.view.live, State{Run: run, Alive: alive}); err != nil {
		return // an in-memory store knows its own schema
	}
	if alive {
		isNew := !r.live[run.ID]
		r.live[run.ID] = true
		r.watch(r.view.folder.Dir(run.ID))
		if isNew {
			r.load(run.ID) // writes before its folder was watched gave no notice
		}
		return
	}
	delete(r.live, run.ID)
	r.over[run.ID] = true
	_ = r.notices.Remove(r.view.folder.Dir(run.ID)) // the folder may no longer exist
}

// watch watches a folder. A folder that does not exist, or cannot be watched, is checked at intervals.
func (r *Records) watch(folder string) { _ = r.notices.Add(folder) }
