package ptyx

import (
	"errors"
	"fmt"
	"os"
	"sync"

	"golang.org/x/sys/unix"
	"golang.org/x/term"
)

// terminal is the user's: the place where a relay reads keys and draws.
type terminal struct {
	in, out *os.File
	modes   modes

	access sync.Mutex
	before *term.State // nil while not raw
}

// raw lets every key pass as it is. Input that is no terminal needs nothing.
func (t *terminal) raw() error {
	t.access.Lock()
	defer t.access.Unlock()
	if !term.IsTerminal(int(t.in.Fd())) {
		return nil
	}
	before, err := term.MakeRaw(int(t.in.Fd()))
	if err != nil {
		return fmt.Errorf("put the terminal into raw mode: %w", err)
	}
	t.before = before
	return nil
}

// restore undoes raw and what the program has left switched on. The second call does nothing.
func (t *terminal) restore() error {
	t.access.Lock()
	defer t.access.Unlock()
	var failed error
	if reset := t.modes.undo(); len(reset) > 0 && term.IsTerminal(int(t.out.Fd())) {
		_, failed = t.out.Write(reset)
	}
	if t.before != nil {
		failed = errors.Join(failed, term.Restore(int(t.in.Fd()), t.before))
		t.before = nil
	}
	return failed
}

// SizeOf tells how large a terminal is; false when the file is none, or it does not know.
func SizeOf(file *os.File) (Size, bool) {
	size, err := unix.IoctlGetWinsize(int(file.Fd()), unix.TIOCGWINSZ)
	if err != nil || size.Row == 0 || size.Col == 0 {
		return Size{}, false
	}
	return Size{Rows: size.Row, Columns: size.Col}, true
}

// read waits for keys. When cancel fires first, it takes none: they belong to whoever reads the terminal next.
func (t *terminal) read(chunk []byte, cancel *wake) (int, error) {
	fd := int(t.in.Fd())
	for {
		descriptors := []unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}, {Fd: cancel.fd, Events: unix.POLLIN}}
		if _, err := poll(-1, descriptors); err != nil {
			return 0, fmt.Errorf("wait for keys: %w", err)
		}
		if descriptors[1].Revents != 0 {
			return 0, errWoken
		}
		n, err := unix.Read(fd, chunk)
		if err != unix.EINTR && err != unix.EAGAIN {
			return max(n, 0), err
		}
	}
}
