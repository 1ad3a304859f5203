package harness

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"syscall"
	"time"
)

// Result is what a program left when it ended.
type Result struct {
	Stdout, Stderr string
	// Code is the exit code; -1 when a signal ended the program.
	Code int
}

// Run runs a program of this home in Work, without input, until it ends or
// the context does. The error says that it could not be run or not to its
// end; an exit code is no error.
func (h *Home) Run(ctx context.Context, name string, args ...string) (Result, error) {
	return Finish(ctx, h.Command("", name, args...))
}

// Finish runs a prepared program as [Home.Run] does. When the context ends,
// its whole process group is killed: the launcher of Codex leaves its native
// child running when it alone is killed.
func Finish(ctx context.Context, command *exec.Cmd) (Result, error) {
	var stdout, stderr bytes.Buffer
	command.Stdout, command.Stderr = &stdout, &stderr
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	command.WaitDelay = 5 * time.Second
	if err := command.Start(); err != nil {
		return Result{}, fmt.Errorf("start %s: %w", command.Path, err)
	}
	stop := context.AfterFunc(ctx, func() { _ = syscall.Kill(-command.Process.Pid, syscall.SIGKILL) })
	defer stop()
	err := command.Wait()
	result := Result{Stdout: stdout.String(), Stderr: stderr.String(), Code: command.ProcessState.ExitCode()}
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return result, fmt.Errorf("run %s: %w\n%s%s", command.Path, ctx.Err(), result.Stdout, result.Stderr)
	case err != nil && !errors.As(err, &exit):
		return result, fmt.Errorf("run %s: %w", command.Path, err)
	}
	return result, nil
}

// Resume continues a session headless in the CLI it belongs to.
func (h *Home) Resume(ctx context.Context, session Session, prompt string) (Result, error) {
	known, err := findCLI(session.CLI)
	if err != nil {
		return Result{}, err
	}
	line := known.resume(session, prompt)
	return h.Run(ctx, line[0], line[1:]...)
}
