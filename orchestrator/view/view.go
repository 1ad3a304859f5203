// Package view brings what other processes do into this one's live view, [store.Store], and reads it there: the records
// of all runs on the machine, and the entries of those that somebody reads.
//
// A run is a session of the store by its id. Its names there are the references of the sessions on which it works, and
// its record is a [State].
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

// New returns a view that nothing is followed for yet.
func New(live *store.Store, folder runs.Folder) *View {
	return &View{live: live, folder: folder, followed: map[string]*following{}}
}

// forget takes a run out of the view, unless somebody reads it.
func (v *View) forget(id string) bool {
	v.access.Lock()
	defer v.access.Unlock()
	return v.followed[id] == nil && v.live.Remove(id) == nil
}
