//go:build unix

package quiet

import (
	"os"
	"os/signal"
	"sync"
	"syscall"

	"golang.org/x/sys/unix"
)

// Terminal is a terminal that does not echo what the user types, and discards it, so that no shell runs it later. The
// keys that send signals still work. A nil Terminal does nothing.
type Terminal struct {
	fd                 int
	redraw             func()
	stopped, continued chan os.Signal
	done               chan struct{}
	minding            sync.WaitGroup
	end                sync.Once

	access sync.Mutex
	before *unix.Termios // nil if the terminal is unchanged
}

// Begin makes a terminal quiet until [Terminal.End]. While the program is stopped (Ctrl-Z), the terminal is restored.
// Redraw is called when the program continues. If the file is not a terminal, Begin returns nil.
func Begin(file *os.File, redraw func()) *Terminal {
	t := &Terminal{fd: int(file.Fd()), redraw: redraw, done: make(chan struct{})}
	if _, err := unix.IoctlGetTermios(t.fd, get); err != nil {
		return nil
	}
	t.stopped, t.continued = make(chan os.Signal, 1), make(chan os.Signal, 1)
	signal.Notify(t.stopped, syscall.SIGTSTP)
	signal.Notify(t.continued, syscall.SIGCONT)
	t.hush()
	t.minding.Go(t.supervise)
	return t
}

// End restores the terminal. It may be called more than once, and from several goroutines.
func (t *Terminal) End() {
	if t == nil {
		return
	}
	t.end.Do(func() {
		signal.Stop(t.stopped)
		signal.Stop(t.continued)
		close(t.done)
		t.minding.Wait()
		t.restore()
	})
}

// supervise restores the terminal while the program is stopped.
func (t *Terminal) supervise() {
	for {
		select {
		case <-t.done:
			return
		case <-t.stopped:
			t.restore()
			t.stop()
		case <-t.continued: // there is no notice before a SIGSTOP
		}
		t.hush()
		t.redraw()
	}
}

// stop stops the program as the key would have done, but with the signal that still works: Go does not release SIGTSTP
// once a program has subscribed to it (Go 1.26). stop returns when the program continues.
func (t *Terminal) stop() {
	if !canGoOn() {
		return
	}
	_ = syscall.Kill(os.Getpid(), syscall.SIGSTOP)
	select {
	case <-t.continued:
	case <-t.done:
	}
}

// canGoOn reports whether a shell of the session could make the program continue. This must be a shell that gives each
// of its jobs its own process group.
func canGoOn() bool {
	session, err := unix.Getsid(0)
	shells, parentErr := unix.Getsid(os.Getppid())
	return err == nil && parentErr == nil && session == shells && session != unix.Getpgrp()
}

// hush makes the terminal stop echoing what the user types.
func (t *Terminal) hush() {
	t.access.Lock()
	defer t.access.Unlock()
	modes, err := unix.IoctlGetTermios(t.fd, get)
	if err != nil || t.before != nil || !t.isForeground() {
		return
	}
	quiet := *modes
	quiet.Lflag &^= unix.ECHO | unix.ECHONL
	if unix.IoctlSetTermios(t.fd, set, &quiet) == nil {
		t.before = modes
	}
}

// restore restores the modes of the terminal, and discards what the user typed.
func (t *Terminal) restore() {
	t.access.Lock()
	defer t.access.Unlock()
	if t.before != nil && t.isForeground() {
		_ = unix.IoctlSetTermios(t.fd, setAndDiscard, t.before)
	}
	t.before = nil
}

// isForeground reports whether the program is in the foreground of the terminal. A background program that changes the
// terminal's modes is stopped for it.
func (t *Terminal) isForeground() bool {
	group, err := unix.IoctlGetInt(t.fd, unix.TIOCGPGRP)
	return err == nil && group == unix.Getpgrp()
}
