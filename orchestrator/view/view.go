// Package view brings the activity of other processes into this process's live view, [store.Store]: the records of all
// runs on the machine, and the entries of runs that have readers.
//
// A run is a session of the store, identified by the run's id. Its names there are the references of the sessions on
// which it works, and its record is a [State].
package view

import (
	"sync"

	"stead/runs"
	"stead/timeline/store"
)

// View is the live view of the runs on this machine. It is safe for use by several goroutines.
type View struct {
	live   *store.Store
	folder runs.Folder

	access   sync.Mutex
	followed map[string]*following
}

// New returns a view that follows no run yet.
func New(live *store.Store, folder runs.Folder) *View {
	return &View{live: live, folder: folder, followed: map[string]*following{}}
}

// forget removes a run from the view, unless a reader follows it.
func (v *View) forget(id string) bool {
	v.access.Lock()
	defer v.access.Unlock()
	return v.followed[id] == nil && v.live.Remove(id) == nil
}
