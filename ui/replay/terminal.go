package replay

import (
	"fmt"
	"io"
	"os"
	"os/signal"

	"golang.org/x/term"

	"stead/internal/term/tty"
)

// Console is the terminal for display and control.
type Console struct {
	// Keys delivers the pressed keys. It is closed when no more can come.
	Keys <-chan Key
	// Resized signals that the size has changed.
	Resized <-chan os.Signal
	// Size returns the number of rows and columns.
	Size func() (rows, columns int)
	// Out receives the drawing.
	Out io.Writer
}

// The control sequences around a drawing.
const (
	enter   = "\x1b[?1049h\x1b[?25l\x1b[2J" // the alternate screen, without a cursor
	leave   = "\x1b[0m\x1b[?25h\x1b[?1049l" // and back
	begin   = "\x1b[?2026h"                 // terminals that support synchronized output show what follows in one step
	present = "\x1b[?2026l"
	erase   = "\x1b[K" // the rest of the line
)

// OpenConsole puts the user's terminal into raw mode, so that keys come as they are pressed. GiveBack restores it.
func OpenConsole(in, out *os.File) (console Console, giveBack func() error, err error) {
	before, err := term.MakeRaw(int(in.Fd()))
	if err != nil {
		return Console{}, nil, fmt.Errorf("take the terminal: %w", err)
	}
	changes := make(chan os.Signal, 1)
	tty.NotifyResized(changes)
	keys, done := make(chan Key), make(chan struct{})
	go readKeys(in, keys, done)
	giveBack = func() error {
		close(done)
		signal.Stop(changes)
		_, err := io.WriteString(out, leave)
		if restored := term.Restore(int(in.Fd()), before); err == nil {
			err = restored
		}
		return err
	}
	_, err = io.WriteString(out, enter)
	return Console{Keys: keys, Resized: changes, Size: func() (int, int) { return sizeOf(out) }, Out: out}, giveBack, err
}

func sizeOf(out *os.File) (rows, columns int) {
	columns, rows, err := term.GetSize(int(out.Fd()))
	if err != nil || rows < 1 || columns < 1 {
		return 24, 80
	}
	return rows, columns
}

// readKeys forwards keys until done is closed. A read from a terminal cannot be cancelled: it ends with the first key
// after that, or with the process.
func readKeys(in io.Reader, keys chan<- Key, done <-chan struct{}) {
	defer close(keys)
	var typed []byte
	for chunk := make([]byte, 1024); ; {
		n, err := in.Read(chunk)
		if n == 0 || err != nil {
			return
		}
		typed = append(typed, chunk[:n]...)
		for len(typed) > 0 {
			key, length := nextKey(typed)
			if length == 0 {
				break
			}
			typed = typed[length:]
			if key == "" {
				continue
			}
			select {
			case keys <- key:
			case <-done:
				return
			}
		}
	}
}
