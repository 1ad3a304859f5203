package term

import (
	"errors"
	"io"
	"os/exec"
	"slices"

	"stead/internal/sys/failed"
	"stead/internal/sys/process"
)

// Page lets write write through the user's pager, so that the first page is visible while the rest is being produced.
// The pager is PAGER, or else less. If standard output is not a terminal, or there is no pager, Page writes directly.
// The error is that of write, except that leaving the pager early is not an error.
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
	if failed.WasCutOff(written) {
		return nil
	}
	if written == nil && isExit(err) {
		return nil // the pager's exit code does not matter
	}
	return errors.Join(written, err)
}

// HasPager reports whether [Terminal.Page] shows pages.
func (t *Terminal) HasPager() bool { return t.pager() != nil }

func isExit(err error) bool {
	exit := (*exec.ExitError)(nil)
	return errors.As(err, &exit)
}

// lessSettings are the defaults for less, as in git: text that fits on one screen is only printed, colours are shown,
// and the text stays on the screen afterwards. The text is UTF-8, whatever the locale says.
var lessSettings = map[string]string{"LESS": "FRX", "LESSCHARSET": "utf-8"}

// pager returns the command of the pager, or nil if no pager should be used.
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
