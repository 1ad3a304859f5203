// Package quiet prevents the user's typing from disturbing what a program draws in place on the terminal.
package quiet

import (
	"os"
	"os/signal"
	"sync"
	"syscall"

	"golang.org/x/sys/unix"
)

// Terminal is one that shows nothing of what is typed, and throws it away, so that no shell runs it later. The keys
// that make signals do so still. A nil Terminal is none.
type Terminal struct {
	fd                 int
	redraw             func()
	stopped, continued chan os.Signal
	done               chan struct{}
	minding            sync.WaitGroup
	end                sync.Once

	access sync.Mutex
	before *unix.Termios // nil while the terminal is as it was
}

// Begin makes a terminal quiet until [Terminal.End]. While the program is stopped (Ctrl-Z) it is as it was; redraw is
// called when the program goes on. What is no terminal needs nothing.
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

// End gives the terminal back as it was. It may be called again, and by several goroutines.
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

// supervise gives the terminal back while the program is stopped.
func (t *Terminal) supervise() {
	for {
		select {
		case <-t.done:
			return
		case <-t.stopped:
			t.restore()
			t.stop()
		case <-t.continued: // a SIGSTOP does not ask before
		}
		t.hush()
		t.redraw()
	}
}

// stop stops the program as the key would have done, by the signal that can still do so: Go does not give up SIGTSTP
// once it was asked for (1.26). It returns when the program goes on.
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

// canGoOn reports whether a shell of the session could let the program go on: one that gives its jobs groups of their
// own.
func canGoOn() bool {
	session, err := unix.Getsid(0)
	shells, parentErr := unix.Getsid(os.Getppid())
	return err == nil && parentErr == nil && session == shells && session != unix.Getpgrp()
}

// hush has the terminal show nothing of what is typed.
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

// restore gives the terminal its modes back, and throws away what was typed.
func (t *Terminal) restore() {
	t.access.Lock()
	defer t.access.Unlock()
	if t.before != nil && t.isForeground() {
		_ = unix.IoctlSetTermios(t.fd, setAndDiscard, t.before)
	}
	t.before = nil
}

// isForeground reports whether the terminal is this program's: one in the background that changes its modes is stopped
// for that.
func (t *Terminal) isForeground() bool {
	group, err := unix.IoctlGetInt(t.fd, unix.TIOCGPGRP)
	return err == nil && group == unix.Getpgrp()
}
