package serve

import (
	"context"
	"errors"
	"strings"

	"stead/cmd/stead/cli/failure"
	"stead/cmd/stead/cli/run"
	"stead/cmd/stead/cli/setup"
	"stead/ui/model"
)

// longestArgument is the maximum length, in bytes, of a program's argument on Linux.
const longestArgument = 128<<10 - 1

// checked rejects a command line that no program can receive.
func checked(line []string) error {
	for _, argument := range line {
		name, _, _ := strings.Cut(argument, "=")
		switch {
		case strings.Contains(argument, "\x00"):
			return failure.Usagef("%s contains a NUL byte, which no program can receive", name)
		case len(argument) > longestArgument:
			return failure.Usagef("%s has %d bytes, but at most %d are possible", name, len(argument), longestArgument)
		}
	}
	return nil
}

// start starts a run in the background, like `stead run` with these arguments.
func start(ctx context.Context, p *setup.Process, given []string) (id string, err error) {
	if err := checked(given); err != nil {
		return "", err
	}
	err = withoutInput(p, func(its *setup.Process) error {
		r, err := run.StartDetached(ctx, its, given)
		id = r.ID
		return err
	})
	return id, told(err)
}

// startVerb starts another verb in the background.
func startVerb(ctx context.Context, p *setup.Process, line []string, input []byte) (id string, err error) {
	if err := checked(line); err != nil {
		return "", err
	}
	id, err = run.StartVerb(ctx, p, line, input)
	return id, told(err)
}

// told marks the reason that a background verb gave for doing nothing. It is not a failure of the server.
func told(err error) error {
	var reported *failure.Error
	if !errors.As(err, &reported) {
		return err
	}
	switch reported.Code {
	case failure.Failed, failure.Unconfirmed, failure.CLIFailed, failure.OverBudget, failure.Waiting:
		return model.OfState(err)
	}
	return err
}
