//go:build unix

package sharing

import (
	"errors"
	"fmt"
	"os"
	"sync"
	"time"

	"stead/internal/sys/wake"
	"stead/internal/term/ptyx"

	"golang.org/x/sys/unix"
	"golang.org/x/term"
)

// terminal is a user's terminal, from which a client reads keys and on which it draws.
type terminal struct {
	in, out *os.File
	screen  int  // the descriptor for drawing
	own     bool // screen is out, opened again, and does not block

	access sync.Mutex
	before *term.State // nil while the terminal is not in raw mode
}

// open stores the user's files. If the screen is a terminal, open opens it again in nonblocking mode. Writes then
// return if the terminal accepts nothing, without an effect on the user's shell, which shares the original file.
func (t *terminal) open(in, out *os.File) {
	t.in, t.out, t.screen = in, out, int(out.Fd())
	if !term.IsTerminal(int(out.Fd())) {
		return
	}
	// With O_NOCTTY, it does not become the controlling terminal: a supervisor leads a session and must not get the user's
	// terminal.
	if fd, err := unix.Open(ownName(out), unix.O_WRONLY|unix.O_NOCTTY|unix.O_NONBLOCK|unix.O_CLOEXEC, 0); err == nil {
		t.screen, t.own = fd, true
	}
}

func (t *terminal) close() {
	if t.own {
		_ = unix.Close(t.screen)
	}
}

// raw makes the terminal pass on every key unchanged. Input that is not a terminal remains unchanged.
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

// restoring is the time limit for a terminal to accept the bytes that reset it.
const restoring = 200 * time.Millisecond

// restore writes the bytes that undo the program's modes, and then undoes raw.
func (t *terminal) restore(undo []byte) {
	t.access.Lock()
	defer t.access.Unlock()
	if term.IsTerminal(t.screen) {
		_ = t.write(undo, restoring)
	}
	if t.before != nil {
		_ = term.Restore(int(t.in.Fd()), t.before)
		t.before = nil
	}
}

// size returns the size of the screen, or zero if it has none.
func (t *terminal) size() ptyx.Size {
	size, _ := SizeOf(t.out)
	return size
}

// errStalled says that a terminal accepts no more output.
var errStalled = errors.New("the terminal accepts no output")

// write writes all of output. It returns errStalled if the terminal accepts nothing for the duration limit, and
// wake.ErrWoken if one of the wakes fires. A limit of 0 means no limit.
func (t *terminal) write(output []byte, limit time.Duration, wakes ...*wake.Event) error {
	for len(output) > 0 {
		n, err := unix.Write(t.screen, output)
		output = output[max(n, 0):]
		switch {
		case err == unix.EAGAIN:
			if err := awaitRoom(t.screen, limit, wakes); err != nil {
				return err
			}
		case err == unix.EIO || err == unix.ENXIO:
			return ErrTerminalGone
		case err != nil && err != unix.EINTR:
			return fmt.Errorf("write to the terminal: %w", err)
		}
	}
	return nil
}

func awaitRoom(fd int, limit time.Duration, wakes []*wake.Event) error {
	descriptors := append(make([]unix.PollFd, 0, 4), unix.PollFd{Fd: int32(fd), Events: unix.POLLOUT})
	for _, w := range wakes {
		if w != nil {
			descriptors = append(descriptors, w.Descriptor())
		}
	}
	milliseconds := -1
	if limit > 0 {
		milliseconds = int(limit.Milliseconds())
	}
	n, err := wake.Poll(milliseconds, descriptors)
	if err != nil {
		return fmt.Errorf("wait for the terminal: %w", err)
	}
	if n == 0 {
		return errStalled
	}
	for _, woken := range descriptors[1:] {
		if woken.Revents != 0 {
			return wake.ErrWoken
		}
	}
	return nil
}

// SizeOf returns the size of a terminal. It returns false if the file is not a terminal, or if the terminal does not
// know its size.
func SizeOf(file *os.File) (ptyx.Size, bool) {
	size, err := unix.IoctlGetWinsize(int(file.Fd()), unix.TIOCGWINSZ)
	if err != nil || size.Row == 0 || size.Col == 0 {
		return ptyx.Size{}, false
	}
	return ptyx.Size{Rows: size.Row, Columns: size.Col}, true
}

// read waits for keys. If cancel fires first, it reads none: they belong to the next reader of the terminal.
func (t *terminal) read(chunk []byte, cancel *wake.Event) (int, error) {
	fd := int(t.in.Fd())
	for {
		descriptors := []unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}, cancel.Descriptor()}
		if _, err := wake.Poll(-1, descriptors); err != nil {
			return 0, fmt.Errorf("wait for keys: %w", err)
		}
		if descriptors[1].Revents != 0 {
			return 0, wake.ErrWoken
		}
		n, err := unix.Read(fd, chunk)
		if err != unix.EINTR && err != unix.EAGAIN {
			return max(n, 0), err
		}
	}
}
