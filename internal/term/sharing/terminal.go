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

// terminal is the user's: the place where a client reads keys and draws.
type terminal struct {
	in, out *os.File
	screen  int  // the descriptor that is drawn on
	own     bool // it is out opened once more, and does not block

	access sync.Mutex
	before *term.State // nil while not raw
}

// open takes the user's files. The screen is opened once more where it is a terminal: writes to it may then return when
// it takes nothing, without that being so for the user's shell, which shares the file.
func (t *terminal) open(in, out *os.File) {
	t.in, t.out, t.screen = in, out, int(out.Fd())
	if !term.IsTerminal(int(out.Fd())) {
		return
	}
	// No controlling terminal: a supervisor leads a session and must not be given the user's.
	if fd, err := unix.Open(ownName(out), unix.O_WRONLY|unix.O_NOCTTY|unix.O_NONBLOCK|unix.O_CLOEXEC, 0); err == nil {
		t.screen, t.own = fd, true
	}
}

func (t *terminal) close() {
	if t.own {
		_ = unix.Close(t.screen)
	}
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

// restoring is how long a terminal may take to accept what brings it to rest.
const restoring = 200 * time.Millisecond

// restore undoes raw, after what undoes the program's modes was written.
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

// size is that of the screen; zero where it has none.
func (t *terminal) size() ptyx.Size {
	size, _ := SizeOf(t.out)
	return size
}

// errStalled says that a terminal takes no more output.
var errStalled = errors.New("the terminal accepts no output")

// write draws all of output. It gives up with errStalled when the terminal takes nothing for as long as limit, which is
// for ever when it is 0, and with wake.ErrWoken when one of the wakes fires.
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

// SizeOf tells how large a terminal is; false when the file is none, or it does not know.
func SizeOf(file *os.File) (ptyx.Size, bool) {
	size, err := unix.IoctlGetWinsize(int(file.Fd()), unix.TIOCGWINSZ)
	if err != nil || size.Row == 0 || size.Col == 0 {
		return ptyx.Size{}, false
	}
	return ptyx.Size{Rows: size.Row, Columns: size.Col}, true
}

// read waits for keys. When cancel fires first, it takes none: they belong to whoever reads the terminal next.
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
