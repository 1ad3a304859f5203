package machines

import (
	"context"
	"errors"
	"io"

	"stead/cmd/stead/cli/failure"
	"stead/cmd/stead/cli/setup"
	"stead/reach/errand"
	"stead/reach/remote"
)

// Ask lets a machine carry out a command line, with this process's terminal or streams. Errors are those of [Do].
func Ask(ctx context.Context, p *setup.Process, h *remote.Hub, machine string, line []string) error {
	return ask(ctx, p, h, machine, line)
}

// Call lets a machine carry out a command line with an input, which may be nil, and passes its output to out. The error
// has the words of the verb there.
func Call(ctx context.Context, h *remote.Hub, machine string, line []string, in io.Reader, out io.Writer) error {
	_, err := CallHearing(ctx, h, machine, line, in, out)
	return err
}

// CallHearing is like Call, and also returns the messages that the verb there prints beside its output.
func CallHearing(ctx context.Context, h *remote.Hub, machine string, line []string, in io.Reader,
	out io.Writer) (said []string, err error) {
	var problems remote.Bounded
	code, err := h.Ask(ctx, machine, errand.Request{Args: line, Values: true},
		errand.Streams{In: in, Out: out, Err: &problems})
	if err := described(code, err); errors.As(err, new(*failure.Exit)) {
		return nil, failedThere(machine, code, problems.String())
	} else if err != nil {
		return nil, err
	}
	said, _ = parseSaid(problems.String())
	return said, nil
}
