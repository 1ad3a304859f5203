//go:build unix

package ptyx

import (
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"stead/internal/sys/wake"

	"golang.org/x/sys/unix"
)

const (
	// settle is how long a terminal must be silent after its program has ended to count as drained while a daemon still
	// holds it open (Linux then gives no end of file: observed with `setsid sleep` on 6.18).
	settle = 50 * time.Millisecond

	// kernelBuffer is more than a Linux terminal holds for its reader (64 KiB and a line buffer of 4 KiB). So a daemon
	// that continues to print cannot delay the end forever.
	kernelBuffer = 128 << 10
)

// Terminal is the terminal of a program, from the side that displays it. Several goroutines may call its methods.
type Terminal struct {
	end *ending // the program's end

	descriptor sync.RWMutex // held for reading while master is used, for writing while it is closed
	master     int
	closed     bool
	leftover   int64 // bytes still accepted after the program's end
}

// Read reads the program's output. It returns io.EOF at the end.
func (t *Terminal) Read(chunk []byte) (int, error) { return t.ReadUntil(chunk, nil) }

// ReadUntil is like Read, but cancel can interrupt it with wake.ErrWoken.
func (t *Terminal) ReadUntil(chunk []byte, cancel *wake.Event) (int, error) {
	t.descriptor.RLock()
	defer t.descriptor.RUnlock()
	for !t.closed && atomic.LoadInt64(&t.leftover) > 0 {
		n, err := unix.Read(t.master, chunk)
		switch {
		case n > 0:
			t.account(n)
			return n, nil
		case err == unix.EINTR:
		case err == unix.EAGAIN:
			if err := t.await(unix.POLLIN, cancel); err != nil {
				return 0, err
			}
		default: // Linux returns EIO when the last slave is closed, others return no bytes
			return 0, io.EOF
		}
	}
	return 0, io.EOF
}

func (t *Terminal) account(n int) {
	select {
	case <-t.end.done:
		atomic.AddInt64(&t.leftover, -int64(n))
	default:
	}
}

// await sleeps until the terminal is ready. After the program has ended, `settle` is left for its last bytes.
func (t *Terminal) await(events int16, cancel *wake.Event) error {
	descriptors := append(make([]unix.PollFd, 0, 3), unix.PollFd{Fd: int32(t.master), Events: events})
	if cancel != nil {
		descriptors = append(descriptors, cancel.Descriptor())
	}
	timeout := int(settle.Milliseconds())
	if !t.end.isOver() {
		timeout = -1
		descriptors = append(descriptors, t.end.exited.Descriptor())
	}
	n, err := wake.Poll(timeout, descriptors)
	switch {
	case err != nil:
		return fmt.Errorf("wait for the terminal: %w", err)
	case n == 0:
		return io.EOF
	case cancel != nil && descriptors[1].Revents != 0:
		return wake.ErrWoken
	}
	return nil
}

// Write types bytes at the program's terminal, all of them, and blocks while the program does not read. After the
// program's end it returns os.ErrProcessDone.
func (t *Terminal) Write(keys []byte) (int, error) { return t.WriteUntil(keys, nil) }

// WriteUntil is like Write, but cancel can interrupt it with wake.ErrWoken.
func (t *Terminal) WriteUntil(keys []byte, cancel *wake.Event) (written int, err error) {
	t.descriptor.RLock()
	defer t.descriptor.RUnlock()
	for written < len(keys) {
		if t.closed || t.end.isOver() {
			return written, os.ErrProcessDone
		}
		n, err := unix.Write(t.master, keys[written:])
		written += max(n, 0)
		if errors.Is(err, unix.EAGAIN) {
			err = t.await(unix.POLLOUT, cancel)
		}
		if err != nil && !errors.Is(err, unix.EINTR) {
			return written, err
		}
	}
	return written, nil
}

// Resize tells the program the new size of its terminal.
func (t *Terminal) Resize(size Size) error {
	t.descriptor.RLock()
	defer t.descriptor.RUnlock()
	if t.closed {
		return os.ErrProcessDone
	}
	return unix.IoctlSetWinsize(t.master, unix.TIOCSWINSZ, &unix.Winsize{Row: size.Rows, Col: size.Columns})
}

// TakesKeys reports whether the program reads single keys. Until it asks for that, its terminal collects a line, and
// echoes typed keys.
func (t *Terminal) TakesKeys() bool {
	t.descriptor.RLock()
	defer t.descriptor.RUnlock()
	if t.closed {
		return false
	}
	modes, err := unix.IoctlGetTermios(t.master, getTermios)
	return err == nil && modes.Lflag&unix.ICANON == 0
}

// close frees the terminal after the program has ended and every reader has left.
func (t *Terminal) close() error {
	t.descriptor.Lock()
	defer t.descriptor.Unlock()
	if t.closed {
		return nil
	}
	t.closed = true
	t.end.exited.Release()
	return errors.Join(unix.Close(t.master))
}
