package notify

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"syscall"
	"time"

	"stead/internal/plain"
)

// Command is the channel of a program of the user's: it gets the event as JSON on its standard input and as environment variables.
type Command struct {
	// Line is the program and its arguments. It is no shell's line.
	Line []string
	// Environ is what it is started with, NAME=value, beside the event's variables.
	Environ []string
}

// Name implements [Channel].
func (Command) Name() string { return "command" }

// Send implements [Channel]. A command that does not end in time is ended, with all that it has started.
func (c Command) Send(ctx context.Context, e Event) error {
	data, err := json.Marshal(e)
	if err != nil {
		return err
	}
	return run(ctx, c.Line, slices.Concat(c.Environ, e.environment()), append(data, '\n'))
}

// Bounds of a program: how long it may take, and how long its pipes may stay open after it has ended.
const (
	longestRun = 10 * time.Second
	afterwards = time.Second
)

// run runs a program to its end. What it says is only told when it fails.
func run(ctx context.Context, line, environ []string, input []byte) error {
	ctx, cancel := context.WithTimeoutCause(ctx, longestRun, fmt.Errorf("it took longer than %v", longestRun))
	defer cancel()
	command := exec.CommandContext(ctx, line[0], line[1:]...)
	command.Env, command.Stdin, command.WaitDelay = environ, bytes.NewReader(input), afterwards
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	command.Cancel = func() error { return syscall.Kill(-command.Process.Pid, syscall.SIGKILL) }
	output, err := command.CombinedOutput()
	if cause := context.Cause(ctx); cause != nil {
		err = cause
	}
	if err == nil {
		return nil
	}
	if said := plain.Fit(plain.Line(string(output)), longestText); said != "" {
		return fmt.Errorf("%s: %w: %s", strings.Join(line[:1], " "), err, said)
	}
	return fmt.Errorf("%s: %w", line[0], err)
}
