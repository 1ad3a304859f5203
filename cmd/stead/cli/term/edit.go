package term

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"os/exec"

	"stead/internal/sys/process"
)

// Editor is the user's editor, as VISUAL or EDITOR names it: a line for the shell, such as "code --wait". It is empty
// when neither does, and where there is no terminal for it.
func (t *Terminal) Editor() string {
	if !t.IsInteractive() {
		return ""
	}
	return cmp.Or(process.Variable(t.Environ, "VISUAL"), process.Variable(t.Environ, "EDITOR"))
}

// Edit opens a file in the user's editor, which must be known, and waits for its end. Dir is the folder in which it
// works. The editor inherits the files that are held.
func (t *Terminal) Edit(ctx context.Context, dir, path string, held ...*os.File) error {
	editor := t.Editor()
	command := exec.CommandContext(ctx, "/bin/sh", "-c", editor+` "$@"`, editor, path)
	command.Stdin, command.Stdout, command.Stderr, command.Env, command.Dir = t.In, t.Out.File, t.Err.File, t.Environ, dir
	command.ExtraFiles = held
	command.Cancel = func() error { return command.Process.Signal(os.Interrupt) }
	if err := command.Run(); err != nil {
		return fmt.Errorf("edit %s with %s: %w", path, editor, err)
	}
	return nil
}
