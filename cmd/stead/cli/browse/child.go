package browse

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"

	"stead/internal/term/tty"
	"stead/ui/tui"
)

// child is a program that has the terminal until it ends. It implements tea.ExecCommand.
type child struct {
	// prepare returns the program's command, and a function to call after the command's end, which may be nil.
	prepare func() (command *exec.Cmd, after func() error, err error)
	// pauses keeps the program's output on the screen if the program fails. Always keeps it in any case.
	pauses, always bool
	tty            *os.File
}

// SetStdin implements tea.ExecCommand. It does nothing: the program gets the terminal itself, not bubbletea's wrapper.
func (*child) SetStdin(io.Reader) {}

// SetStdout implements tea.ExecCommand.
func (*child) SetStdout(io.Writer) {}

// SetStderr implements tea.ExecCommand.
func (*child) SetStderr(io.Writer) {}

// Run runs the program. A program that fails has printed the reason, so the error is only tui.ErrFailed.
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

// run runs the program in the foreground, in its own process group, so that its Ctrl-C does not reach stead.
func (c *child) run(command *exec.Cmd) (code int, err error) {
	command.Stdin, command.Stdout, command.Stderr = c.tty, os.Stdout, os.Stderr
	return tty.Run(command, c.tty)
}

func (c *child) awaitEnter() {
	for b := make([]byte, 1); ; {
		if n, err := c.tty.Read(b); n == 0 || err != nil || b[0] == '\n' || b[0] == '\r' {
			return
		}
	}
}
