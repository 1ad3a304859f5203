package remote

import (
	"context"
	"io"

	"stead/reach/errand"
)

// Call lets a machine carry out a command line with an input, which may be nil, and passes its output to out. Errors:
// those of [Hub.Ask], and a *FailedError with the words of the verb there.
func Call(ctx context.Context, h *Hub, machine string, line []string, in io.Reader, out io.Writer) error {
	_, err := CallHearing(ctx, h, machine, line, in, out)
	return err
}

// CallHearing is like Call, and also returns the messages that the verb there prints beside its output.
func CallHearing(ctx context.Context, h *Hub, machine string, line []string, in io.Reader,
	out io.Writer) (said []string, err error) {
	var problems Bounded
	code, err := h.Ask(ctx, machine, errand.Request{Args: line, Values: true},
		errand.Streams{In: in, Out: out, Err: &problems})
	switch {
	case err != nil:
		return nil, err
	case code != Done:
		return nil, failedThere(machine, code, problems.String())
	}
	said, _ = errand.ParseSaid(problems.String())
	return said, nil
}
