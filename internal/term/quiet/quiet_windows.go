package quiet

import (
	"os"
	"sync"

	"golang.org/x/sys/windows"
)

// Terminal is a console that does not echo what the user types, and discards it, so that no shell runs it later. Ctrl-C
// still works. A nil Terminal does nothing.
type Terminal struct {
	handle windows.Handle
	before uint32
	end    sync.Once
}

// Begin makes a console quiet until [Terminal.End]. It never calls redraw: no key of Windows stops a program. If the
// file is not a console, Begin returns nil.
func Begin(file *os.File, _ func()) *Terminal {
	t := &Terminal{handle: windows.Handle(file.Fd())}
	if windows.GetConsoleMode(t.handle, &t.before) != nil {
		return nil
	}
	_ = windows.SetConsoleMode(t.handle, t.before&^windows.ENABLE_ECHO_INPUT) // at worst it echoes
	return t
}

// End restores the console. It may be called more than once, and from several goroutines.
func (t *Terminal) End() {
	if t == nil {
		return
	}
	t.end.Do(func() {
		_ = windows.FlushConsoleInputBuffer(t.handle)
		_ = windows.SetConsoleMode(t.handle, t.before)
	})
}
