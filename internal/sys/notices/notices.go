// Package notices reports changes in folders. The operating system may have no notices left for the user: Linux allows
// 128 instances per user, for all programs together (fs.inotify.max_user_instances). The package then polls the
// folders, and says so once.
package notices

import (
	"errors"
	"fmt"
	"sync"
	"syscall"

	"github.com/fsnotify/fsnotify"
)

// Watcher delivers notices about the files in some folders. Its methods are safe for concurrent use. Its channels are
// those of fsnotify.
type Watcher struct {
	Events <-chan fsnotify.Event
	Errors <-chan error
	source
}

// source is an fsnotify watcher or a poller.
type source interface {
	Add(folder string) error
	Remove(folder string) error
	WatchList() []string
	Close() error
}

// system creates the operating system's watcher. Tests make it fail.
var system = fsnotify.NewBufferedWatcher

// New returns a watcher without any folders. Size is the number of notices that it buffers until they are received. The
// caller must close it.
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

// said holds the function to call when folders must be polled, until it has been called.
var said struct {
	sync.Mutex
	tell func(string)
	done bool
}

// Tell sets the function that tells the user, once per process, that folders must be polled. Without it, the user is
// not told.
func Tell(tell func(string)) {
	said.Lock()
	defer said.Unlock()
	said.tell = tell
}

// Try tells the user immediately if folders must be polled. It is for callers that hand over the terminal afterwards.
func Try() {
	if w, err := system(0); err != nil {
		say(err)
	} else {
		w.Close()
	}
}

// reason returns the reason. The text "too many open files" would point people to a different limit.
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
