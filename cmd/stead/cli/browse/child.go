package browse

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"syscall"

	"golang.org/x/sys/unix"

	"stead/ui/tui"
)

// child is a program that has the terminal until it ends. It implements tea.ExecCommand.
type child struct {
	// prepare makes the program's command, and what is to be done after its end, which may be nil.
	prepare func() (command *exec.Cmd, after func() error, err error)
	// pauses has what the program says stay on the screen when it fails, always also when it does not.
	pauses, always bool
	tty            *os.File
}

// SetStdin implements tea.ExecCommand: the program gets the terminal itself, not what stands before it.
func (*child) SetStdin(io.Reader) {}

// SetStdout implements tea.ExecCommand.
func (*child) SetStdout(io.Writer) {}

// SetStderr implements tea.ExecCommand.
func (*child) SetStderr(io.Writer) {}

// Run carries out the program. One that fails has said why: the error is tui.ErrFailed alone.
func (c *child) Run() error {
	command, after, err := c.prepare()
	if err != nil {
		return err
	}
	code, err := c.run(command)
	if after != nil {
		err = errors.Join(err, after())
	}
	hasFailed := code != 0 && c.pauses
	if err == nil && (hasFailed || c.always) {
		_, _ = fmt.Fprint(os.Stderr, "press enter to go back to the sessions ")
		c.awaitEnter()
	}
	if err == nil && hasFailed {
		return tui.ErrFailed
	}
	return err
}

// run has the program in the foreground, in a group of its own: its Ctrl-C is not stead's.
func (c *child) run(command *exec.Cmd) (code int, err error) {
	command.Stdin, command.Stdout, command.Stderr = c.tty, os.Stdout, os.Stderr
	command.SysProcAttr = &syscall.SysProcAttr{Foreground: true, Ctty: int(c.tty.Fd())}
	if err := command.Start(); err != nil {
		return 0, fmt.Errorf("start %s: %w", command.Path, err)
	}
	defer c.takeBack()
	for { // a program that stops itself, as at Ctrl-Z, goes on at once: there is no shell to continue it
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

// takeBack makes stead the terminal's foreground again.
func (c *child) takeBack() {
	signal.Ignore(syscall.SIGTTOU) // which is what a program in the background gets for that
	defer signal.Reset(syscall.SIGTTOU)
	_ = unix.IoctlSetPointerInt(int(c.tty.Fd()), unix.TIOCSPGRP, unix.Getpgrp())
}

func (c *child) awaitEnter() {
	for b := make([]byte, 1); ; {
		if n, err := c.tty.Read(b); n == 0 || err != nil || b[0] == '\n' || b[0] == '\r' {
			return
		}
	}
}
