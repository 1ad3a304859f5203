package machines

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"stead/cmd/stead/cli/failure"
	"stead/cmd/stead/cli/setup"
	"stead/reach/errand"
	"stead/reach/remote"
)

// Ask has a machine carry out a command line, with this process's terminal or streams. Errors are those of [Do].
func Ask(ctx context.Context, p *setup.Process, h *remote.Hub, machine string, line []string) error {
	return ask(ctx, p, h, machine, line)
}

// Call has a machine carry out a command line with an input, which may be nil, and passes its output to out. The error
// has the words of the verb there.
func Call(ctx context.Context, h *remote.Hub, machine string, line []string, in io.Reader, out io.Writer) error {
	_, err := CallHearing(ctx, h, machine, line, in, out)
	return err
}

// CallHearing is Call that also returns the lines that the verb there says beside its output.
func CallHearing(ctx context.Context, h *remote.Hub, machine string, line []string, in io.Reader,
	out io.Writer) (said []string, err error) {
	var problems remote.Bounded
	code, err := h.Ask(ctx, machine, errand.Request{Args: line}, errand.Streams{In: in, Out: out, Err: &problems})
	if err := described(code, err); errors.As(err, new(*failure.Exit)) {
		text, hint, _ := strings.Cut(strings.TrimSpace(problems.String()), "\nhint: ")
		return nil, &failure.Error{Code: code, Text: fmt.Sprintf("%s: %s", machine, strings.TrimPrefix(text, "stead: ")),
			Tip: hint}
	} else if err != nil {
		return nil, err
	}
	return strings.FieldsFunc(problems.String(), func(r rune) bool { return r == '\n' }), nil
}
