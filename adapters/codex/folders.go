package codex

import (
	"sync"
	"time"

	"stead/internal/sys/filestat"
)

// folders caches the contents of the stores' folders: opening thousands of sessions looks for the files of each, and
// nearly all folders belong to past days.
var folders sync.Map

// remembered is the cached content of a folder.
type remembered struct {
	listing
	modified int64
	// isSettled reports that the folder had not changed for a while when it was read. A change within the same tick of
	// the clock would go unnoticed.
	isSettled bool
}

// settled is longer than a tick of a file system's clock.
const settled = 50 * time.Millisecond

// look returns the content of a folder. It reads the folder only if it has changed. A folder that does not exist is
// empty.
func look(folder string) listing {
	state, ok := filestat.Of(folder)
	if !ok {
		return listing{}
	}
	modified := state.Modified
	if known, ok := folders.Load(folder); ok {
		if r := known.(*remembered); r.isSettled && r.modified == modified {
			return r.listing
		}
	}
	isSettled := time.Since(time.Unix(0, modified)) > settled
	r := &remembered{listing: list(folder), modified: modified, isSettled: isSettled}
	folders.Store(folder, r)
	return r.listing
}
