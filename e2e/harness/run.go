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

// Result is the output of a program, and its exit code.
type Result struct {
	Stdout, Stderr string
	// Code is the exit code, or -1 if a signal ended the program.
	Code int
}

// Process is a running program with the processes that it started.
type Process struct {
	// ID is the process id, and that of its process group.
	ID int

	ctx            context.Context
	command        *exec.Cmd
	stdout, stderr bytes.Buffer
	stop           func() bool
}

// Start starts a prepared program without input, in its own process group. When the context ends, the group is killed:
// Codex's launcher, if only it is killed, leaves its native child running.
func Start(ctx context.Context, command *exec.Cmd) (*Process, error) {
	p := &Process{ctx: ctx, command: command}
	command.Stdout, command.Stderr = &p.stdout, &p.stderr
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	// A grandchild that keeps the pipes open must not block the test.
	command.WaitDelay = 5 * time.Second
	if err := command.Start(); err != nil {
		return nil, fmt.Errorf("start %s: %w", command.Path, err)
	}
	p.ID = command.Process.Pid
	p.stop = context.AfterFunc(ctx, func() { _ = p.SignalGroup(syscall.SIGKILL) })
	return p, nil
}

// Signal sends a signal only to the program.
func (p *Process) Signal(signal syscall.Signal) error { return syscall.Kill(p.ID, signal) }

// SignalGroup sends a signal to the program's process group, as a terminal does for Ctrl-C.
func (p *Process) SignalGroup(signal syscall.Signal) error { return syscall.Kill(-p.ID, signal) }

// Wait waits for the program's end. The error says that the program did not end by itself. An exit code is not an
// error.
func (p *Process) Wait() (Result, error) {
	err := p.command.Wait()
	p.stop()
	result := Result{Stdout: p.stdout.String(), Stderr: p.stderr.String(), Code: p.command.ProcessState.ExitCode()}
	var exit *exec.ExitError
	switch {
	case p.ctx.Err() != nil:
		return result, fmt.Errorf("run %s: %w\n%s%s", p.command.Path, p.ctx.Err(), result.Stdout, result.Stderr)
	case err != nil && !errors.As(err, &exit):
		return result, fmt.Errorf("run %s: %w", p.command.Path, err)
	}
	return result, nil
}

// Run runs a program of this home in Work to its end, using [Start] and [Process.Wait].
func (h *Home) Run(ctx context.Context, name string, args ...string) (Result, error) {
	process, err := Start(ctx, h.Command("", name, args...))
	if err != nil {
		return Result{}, err
	}
	return process.Wait()
}

// Resume continues a session headless in its own CLI.
func (h *Home) Resume(ctx context.Context, session Session, prompt string) (Result, error) {
	known, err := findCLI(session.CLI)
	if err != nil {
		return Result{}, err
	}
	if known.resume == nil {
		return Result{}, fmt.Errorf("resume %s: no CLI goes on with a %s session by itself", session.Path, session.CLI)
	}
	line := known.resume(session, prompt)
	return h.Run(ctx, line[0], line[1:]...)
}
