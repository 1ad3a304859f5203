// Package wake cancels waits for descriptors with an event that poll(2) can wait for beside them.
package wake

import (
	"errors"
	"os"
	"sync"

	"golang.org/x/sys/unix"
)

// ErrWoken says that a wait was called off before its descriptor was ready.
var ErrWoken = errors.New("woken")

// Event is an event that poll(2) can wait for: a pipe whose write end closes when the event has come.
type Event struct {
	read, write *os.File
	fd          int32         // of read; os.File.Fd costs two system calls each time
	fired       chan struct{} // the same event for those who select
	once        sync.Once
}

// New returns an event that has not come. It must be released.
func New() (*Event, error) {
	read, write, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	return &Event{read: read, write: write, fd: int32(read.Fd()), fired: make(chan struct{})}, nil
}

// Fire has the event come. It may be called again.
func (e *Event) Fire() {
	e.once.Do(func() {
		close(e.fired)
		_ = e.write.Close()
	})
}

// Release frees the pipe; nobody may wait for it any more.
func (e *Event) Release() { _ = e.read.Close() }

// Poll waits until one of the descriptors is ready, for ever when milliseconds is negative.
func Poll(milliseconds int, descriptors []unix.PollFd) (int, error) {
	for {
		n, err := unix.Poll(descriptors, milliseconds)
		if err != unix.EINTR {
			return n, err
		}
	}
}

// Fired is closed when the event has come.
func (e *Event) Fired() <-chan struct{} { return e.fired }

// Descriptor is what Poll is given to wait for the event.
func (e *Event) Descriptor() unix.PollFd { return unix.PollFd{Fd: e.fd, Events: unix.POLLIN} }

// Notify wakes whoever waits on a channel with room for one, who looks again then.
func Notify(channel chan struct{}) {
	select {
	case channel <- struct{}{}:
	default:
	}
}
