package term

import (
	"errors"
	"io"
	"os/exec"
	"slices"
	"syscall"

	"stead/internal/sys/process"
)

// Page has something written through the user's pager, so that its first page is on the screen while the rest is still
// made: what PAGER names, else less. Where standard output is no terminal, or there is no pager, it goes there
// directly. The error is that of write, but none when the user leaves the pager before the end.
func (t *Terminal) Page(write func(io.Writer) error) error {
	command := t.pager()
	if command == nil {
		return write(t.Out)
	}
	pages, err := command.StdinPipe()
	if err != nil {
		return err
	}
	if err := command.Start(); err != nil {
		return write(t.Out)
	}
	written := write(pages)
	err = errors.Join(pages.Close(), command.Wait())
	if errors.Is(written, syscall.EPIPE) {
		return nil
	}
	if written == nil && isExit(err) {
		return nil // how a pager ends is its own affair
	}
	return errors.Join(written, err)
}

// HasPager reports whether [Terminal.Page] shows pages.
func (t *Terminal) HasPager() bool { return t.pager() != nil }

func isExit(err error) bool {
	exit := (*exec.ExitError)(nil)
	return errors.As(err, &exit)
}

// lessSettings are what less is told where the user does not: as git has it, what fits on one screen is only written,
// colours are drawn, and the text stays there afterwards. The text is UTF-8, whatever the locale says.
var lessSettings = map[string]string{"LESS": "FRX", "LESSCHARSET": "utf-8"}

// pager returns the command that shows pages, or nil where there are none to be shown.
func (t *Terminal) pager() *exec.Cmd {
	line := process.Variable(t.Environ, "PAGER")
	if !IsTerminal(t.Out) || isDumb(t.Environ) || line == "cat" {
		return nil
	}
	if line == "" {
		if _, err := exec.LookPath("less"); err != nil {
			return nil
		}
		line = "less -R"
	}
	command := exec.Command("sh", "-c", line)
	command.Env = slices.Clone(t.Environ)
	for name, value := range lessSettings {
		if process.Variable(t.Environ, name) == "" {
			command.Env = append(command.Env, name+"="+value)
		}
	}
	command.Stdout, command.Stderr = t.Out.File, t.Err.File
	return command
}
