//go:build unix

package wake

import (
	"os"
	"sync"

	"golang.org/x/sys/unix"
)

// Event is an event that poll(2) can wait for: a pipe whose write end is closed when the event occurs.
type Event struct {
	read, write *os.File
	fd          int32         // of read: each call of os.File.Fd costs two system calls
	fired       chan struct{} // the same event for callers that use select
	once        sync.Once
}

// New returns an event that has not occurred. The caller must release it.
func New() (*Event, error) {
	read, write, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	return &Event{read: read, write: write, fd: int32(read.Fd()), fired: make(chan struct{})}, nil
}

// Fire makes the event occur. Further calls do nothing.
func (e *Event) Fire() {
	e.once.Do(func() {
		close(e.fired)
		_ = e.write.Close()
	})
}

// Release frees the pipe. Nobody may wait for the event afterwards.
func (e *Event) Release() { _ = e.read.Close() }

// Poll waits until one of the descriptors is ready. It waits without a limit if milliseconds is negative.
func Poll(milliseconds int, descriptors []unix.PollFd) (int, error) {
	for {
		n, err := unix.Poll(descriptors, milliseconds)
		if err != unix.EINTR {
			return n, err
		}
	}
}

// Fired returns a channel that is closed when the event occurs.
func (e *Event) Fired() <-chan struct{} { return e.fired }

// Descriptor returns the descriptor with which Poll waits for the event.
func (e *Event) Descriptor() unix.PollFd { return unix.PollFd{Fd: e.fd, Events: unix.POLLIN} }
