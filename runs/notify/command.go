package notify

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"stead/internal/sys/process"
	"stead/internal/term/plain"
)

// Command is a channel that runs a program of the user. The program gets the event as JSON on its standard input and as
// environment variables.
type Command struct {
	// Line is the program and its arguments. No shell interprets it.
	Line []string
	// Environ is the program's environment, NAME=value, in addition to the event's variables.
	Environ []string
}

// Name implements [Channel].
func (Command) Name() string { return "command" }

// Send implements [Channel]. It ends a command that takes too long, with all processes that it started.
func (c Command) Send(ctx context.Context, e Event) error {
	data, err := json.Marshal(e)
	if err != nil {
		return err
	}
	return run(ctx, c.Line, slices.Concat(c.Environ, e.environment()), append(data, '\n'))
}

// longestRun is the time limit of a program.
const longestRun = 10 * time.Second

// run runs a program to its end. It reports the program's output only if the program fails.
func run(ctx context.Context, line, environ []string, input []byte) error {
	result, err := process.Run(ctx, process.Command{Program: line, Env: environ, Input: bytes.NewReader(input),
		Timeout: longestRun, Leave: true})
	if err == nil && !result.OK() {
		err = fmt.Errorf("exit status %d", result.ExitCode)
	}
	if err == nil {
		return nil
	}
	if said := plain.Fit(plain.Line(result.Output), longestText); said != "" {
		return fmt.Errorf("%s: %w: %s", line[0], err, said)
	}
	return fmt.Errorf("%s: %w", line[0], err)
}
