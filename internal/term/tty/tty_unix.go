//go:build unix

package tty

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"syscall"

	"golang.org/x/sys/unix"
)

// NotifyResized sends a signal to a channel whenever the size of the terminal changes, until signal.Stop.
func NotifyResized(changes chan<- os.Signal) { signal.Notify(changes, syscall.SIGWINCH) }

// Run runs a command to its end as the foreground group of a terminal, and takes the terminal back. The keys that send
// signals reach the command alone.
func Run(command *exec.Cmd, terminal *os.File) (code int, err error) {
	command.SysProcAttr = &syscall.SysProcAttr{Foreground: true, Ctty: int(terminal.Fd())}
	if err := command.Start(); err != nil {
		return 0, fmt.Errorf("start %s: %w", command.Path, err)
	}
	defer takeBack(terminal)
	for { // a stopped program, as after Ctrl-Z, is continued: there is no shell to do it
		var status unix.WaitStatus
		_, err := unix.Wait4(command.Process.Pid, &status, unix.WUNTRACED, nil)
		switch {
		case errors.Is(err, unix.EINTR):
		case err != nil:
			return 0, fmt.Errorf("wait for %s: %w", command.Path, err)
		case status.Stopped():
			_ = unix.Kill(-command.Process.Pid, unix.SIGCONT)
		default:
			return status.ExitStatus(), command.Process.Release()
		}
	}
}

// takeBack moves this process's group to the terminal's foreground.
func takeBack(terminal *os.File) {
	signal.Ignore(syscall.SIGTTOU) // a background process gets this signal for that
	defer signal.Reset(syscall.SIGTTOU)
	_ = unix.IoctlSetPointerInt(int(terminal.Fd()), unix.TIOCSPGRP, unix.Getpgrp())
}
