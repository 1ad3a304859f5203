package sharing

import (
	"errors"
	"fmt"
	"os"
	"sync"
	"time"

	"golang.org/x/sys/windows"
	"golang.org/x/term"

	"stead/internal/sys/wake"
	"stead/internal/term/ptyx"
)

// terminal is a user's console, from which a client reads keys and on which it draws.
type terminal struct {
	in, out *os.File

	access sync.Mutex
	before *term.State // nil while the console is not in raw mode
}

func (t *terminal) open(in, out *os.File) { t.in, t.out = in, out }

func (*terminal) close() {}

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
	if term.IsTerminal(int(t.out.Fd())) {
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

// write writes all of output. A console accepts it at once, so neither the limit nor a wake ends it.
func (t *terminal) write(output []byte, _ time.Duration, _ ...*wake.Event) error {
	_, err := t.out.Write(output)
	if errors.Is(err, windows.ERROR_INVALID_HANDLE) || errors.Is(err, windows.ERROR_BROKEN_PIPE) {
		return ErrTerminalGone
	}
	if err != nil {
		return fmt.Errorf("write to the terminal: %w", err)
	}
	return nil
}

// SizeOf returns the size of a terminal. It returns false if the file is not a terminal, or if the terminal does not
// know its size.
func SizeOf(file *os.File) (ptyx.Size, bool) {
	columns, rows, err := term.GetSize(int(file.Fd()))
	if err != nil || rows <= 0 || columns <= 0 {
		return ptyx.Size{}, false
	}
	return ptyx.Size{Rows: uint16(rows), Columns: uint16(columns)}, true
}

// read waits for keys. If cancel fires first, it reads none: they belong to the next reader of the terminal.
func (t *terminal) read(chunk []byte, cancel *wake.Event) (int, error) {
	event, err := windows.WaitForMultipleObjects([]windows.Handle{cancel.Handle(), windows.Handle(t.in.Fd())}, false,
		windows.INFINITE)
	if err != nil {
		return 0, fmt.Errorf("wait for keys: %w", err)
	}
	if event == windows.WAIT_OBJECT_0 {
		return 0, wake.ErrWoken
	}
	return t.in.Read(chunk)
}
