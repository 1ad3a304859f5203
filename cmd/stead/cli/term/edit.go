package term

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"os/exec"

	"stead/internal/sys/process"
)

// Editor returns the user's editor, from VISUAL or EDITOR: a shell command, such as "code --wait". It is empty if
// neither is set, or if there is no terminal.
func (t *Terminal) Editor() string {
	if !t.IsInteractive() {
		return ""
	}
	return cmp.Or(process.Variable(t.Environ, "VISUAL"), process.Variable(t.Environ, "EDITOR"))
}

// Edit opens a file in the user's editor, which must be set, and waits for its end. Dir is the editor's working folder.
// The editor inherits the held files.
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
