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

// Call has a machine carry out a command line with an input, which may be nil, and passes its output to out. The error has the words of the verb there.
func Call(ctx context.Context, h *remote.Hub, machine string, line []string, in io.Reader, out io.Writer) error {
	var problems bounded
	code, err := h.Ask(ctx, machine, errand.Request{Args: line}, errand.Streams{In: in, Out: out, Err: &problems})
	if err := described(code, err); errors.As(err, new(*failure.Exit)) {
		text, hint, _ := strings.Cut(strings.TrimSpace(problems.String()), "\nhint: ")
		return &failure.Error{Code: code, Text: fmt.Sprintf("%s: %s", machine, strings.TrimPrefix(text, "stead: ")), Tip: hint}
	} else if err != nil {
		return err
	}
	return nil
}
