package codex

import (
	"sync"
	"time"

	"golang.org/x/sys/unix"
)

// folders remembers what is in the folders of stores: whoever opens thousands of sessions asks for the files of each,
// and nearly all folders are those of days that are over.
var folders sync.Map

// remembered is what was in a folder.
type remembered struct {
	listing
	modified int64
	// isSettled says that the folder had not changed for a while when it was read. Within the clock's tick a change would
	// not show.
	isSettled bool
}

// settled is longer than the tick of a file system's clock.
const settled = 50 * time.Millisecond

// look returns what is in a folder, which it reads only if it has changed. One that is not there has nothing.
func look(folder string) listing {
	var stat unix.Stat_t // os.Stat allocates, and there are hundreds of folders
	if unix.Stat(folder, &stat) != nil {
		return listing{}
	}
	modified := stat.Mtim.Nano()
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
