// Package notices reports changes in folders. The operating system may have no notices left for this user: Linux gives
// each user 128 in all for all of their programs (fs.inotify.max_user_instances). Then the package polls the folders,
// and says so once.
package notices

import (
	"errors"
	"fmt"
	"sync"
	"syscall"

	"github.com/fsnotify/fsnotify"
)

// Watcher is where notices of the files in some folders come from. Its methods are safe for use by several goroutines;
// its channels are those of fsnotify.
type Watcher struct {
	Events <-chan fsnotify.Event
	Errors <-chan error
	source
}

// source is fsnotify's watcher, or a poller.
type source interface {
	Add(folder string) error
	Remove(folder string) error
	WatchList() []string
	Close() error
}

// system makes the system's watcher. Tests have it fail.
var system = fsnotify.NewBufferedWatcher

// New returns what watches folders, none at first. Size is for how many notices there is room before somebody takes
// them. It must be closed.
func New(size uint) *Watcher {
	w, err := system(size)
	if err != nil {
		say(err)
		p := newPoller(size)
		return &Watcher{p.events, p.errors, p}
	}
	return &Watcher{w.Events, w.Errors, w}
}

// Close ends all watching, and closes the channels.
func (w *Watcher) Close() { _ = w.source.Close() } // neither source fails

// said is who is told that folders are polled, until they are.
var said struct {
	sync.Mutex
	tell func(string)
	done bool
}

// Tell has the user told once for the process, when folders have to be polled. Without it nobody is told.
func Tell(tell func(string)) {
	said.Lock()
	defer said.Unlock()
	said.tell = tell
}

// Try says now whether folders have to be polled, for who gives the terminal away afterwards.
func Try() {
	if w, err := system(0); err != nil {
		say(err)
	} else {
		w.Close()
	}
}

// reason is why: "too many open files" would send people to another limit.
func reason(err error) error {
	if errors.Is(err, syscall.EMFILE) {
		return errInUse
	}
	return err
}

var errInUse = errors.New("all that fs.inotify.max_user_instances allows are in use")

func say(err error) {
	said.Lock()
	defer said.Unlock()
	if said.tell == nil || said.done {
		return
	}
	said.done = true
	said.tell(fmt.Sprintf("the system gives no notices of changed files (%v): stead looks at them every %v instead",
		reason(err), interval))
}
