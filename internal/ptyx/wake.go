package ptyx

import (
	"errors"
	"os"
	"sync"

	"golang.org/x/sys/unix"
)

// errWoken says that a wait was called off before its descriptor was ready.
var errWoken = errors.New("woken")

// wake is an event that poll(2) can wait for: a pipe whose write end closes when the event has come.
type wake struct {
	read, write *os.File
	fd          int32         // of read; os.File.Fd costs two system calls each time
	fired       chan struct{} // the same event for those who select
	once        sync.Once
}

func newWake() (*wake, error) {
	read, write, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	return &wake{read: read, write: write, fd: int32(read.Fd()), fired: make(chan struct{})}, nil
}

func (w *wake) fire() {
	w.once.Do(func() {
		close(w.fired)
		_ = w.write.Close()
	})
}

// release frees the pipe; nobody may wait for it any more.
func (w *wake) release() { _ = w.read.Close() }

// poll waits until one of the descriptors is ready, for ever when milliseconds is negative.
func poll(milliseconds int, descriptors []unix.PollFd) (int, error) {
	for {
		n, err := unix.Poll(descriptors, milliseconds)
		if err != unix.EINTR {
			return n, err
		}
	}
}
