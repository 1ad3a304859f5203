package process

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"syscall"
	"time"
)

// ErrTimeout says that a command exceeded its time limit.
var ErrTimeout = errors.New("it took too long")

// Command is a command line with its environment.
type Command struct {
	// Dir is the folder in which it runs.
	Dir string
	// Env is its whole environment, NAME=value.
	Env []string
	// Line is the command for /bin/sh, on Windows for cmd.exe.
	Line string
	// Program is a program and its arguments, used instead of Line without a shell.
	Program []string
	// Input is its standard input. Nil means empty input, never the terminal.
	Input io.Reader
	// Timeout is its time limit. 0 means none.
	Timeout time.Duration
	// Leave lets the command continue when this process ends, and also its background processes after it has ended itself,
	// such as a sound that is played.
	Leave bool
	// Keep is how many bytes of the output's end are kept; 0 means 64 KB.
	Keep int
}

// Result is how a command ended.
type Result struct {
	// ExitCode is 128 plus the signal's number if a signal ended the command, as in shells.
	ExitCode int `json:"exitCode"`
	// Output is the end of its standard output and standard error. It is untrusted text.
	Output string `json:"output,omitempty"`
	// Truncated says that the output's beginning was not kept.
	Truncated bool          `json:"truncated,omitempty"`
	Duration  time.Duration `json:"durationNs"`
}

// OK reports whether the command succeeded.
func (r Result) OK() bool { return r.ExitCode == 0 }

// Bounds of a command: how much of its output is kept, and how long it may take to end when asked.
const (
	usualKeep = 64 << 10
	grace     = 2 * time.Second
)

// Run runs a command. It ends everything that the command has started when the command ends, when ctx does, and when
// the time limit is reached. A nonzero exit code is not an error. An error says that the command could not be started
// (it wraps that of os/exec) or did not end by itself (ErrTimeout, or ctx's cause). The result then holds the output so
// far.
func Run(ctx context.Context, c Command) (Result, error) {
	if c.Timeout > 0 {
		bounded, cancel := context.WithTimeoutCause(ctx, c.Timeout, fmt.Errorf("%w: longer than %v", ErrTimeout, c.Timeout))
		defer cancel()
		ctx = bounded
	}
	program := c.Program
	if len(program) == 0 {
		program = shell(c.Line)
	}
	command := exec.CommandContext(ctx, program[0], program[1:]...)
	command.Dir, command.Env, command.Stdin, command.WaitDelay = c.Dir, append([]string{}, c.Env...), c.Input, grace
	Group(command, syscall.SIGTERM)
	if !c.Leave {
		defer DieTogether(command, syscall.SIGTERM)()
	}
	kept := tail{most: cmp.Or(c.Keep, usualKeep)}
	start := time.Now()
	err := run(ctx, command, &kept, c.Leave)
	result := Result{Output: string(kept.bytes), Truncated: kept.dropped, Duration: time.Since(start),
		ExitCode: exitCode(command)}
	if cause := context.Cause(ctx); cause != nil && result.ExitCode != 0 {
		return result, cause
	}
	return result, err
}

// run sends the command's output through a pipe of its own, so that background processes cannot delay its end.
func run(ctx context.Context, command *exec.Cmd, output io.Writer, leave bool) error {
	reader, writer, err := os.Pipe()
	if err != nil {
		return err
	}
	defer reader.Close()
	command.Stdout, command.Stderr = writer, writer
	err = command.Start()
	writer.Close()
	if err != nil {
		return err
	}
	copied := make(chan struct{})
	go func() {
		_, _ = io.Copy(output, reader)
		close(copied)
	}()
	err = command.Wait()
	if !leave || ctx.Err() != nil {
		EndGroup(command)
	}
	select {
	case <-copied:
	case <-time.After(grace): // a process that continues, or a daemon in a session of its own, has the pipe
		reader.Close()
		<-copied
	}
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) || errors.Is(err, exec.ErrWaitDelay) {
		return nil
	}
	return err
}

// exitCode returns -1 for a command that was not started.
func exitCode(command *exec.Cmd) int {
	if command.ProcessState == nil {
		return -1
	}
	if status, ok := command.ProcessState.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		return 128 + int(status.Signal())
	}
	return command.ProcessState.ExitCode()
}

// tail keeps the end of the written data.
type tail struct {
	bytes   []byte
	most    int
	dropped bool
}

func (t *tail) Write(data []byte) (int, error) {
	t.bytes = append(t.bytes, data...)
	if over := len(t.bytes) - t.most; over > 0 {
		t.bytes, t.dropped = slices.Delete(t.bytes, 0, over), true
	}
	return len(data), nil
}
