package machines

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"

	"stead/cmd/stead/cli/failure"
	"stead/cmd/stead/cli/setup"
	"stead/reach/errand"
	"stead/reach/remote"
)

// follows reports whether a command line follows a run's output. That output is the same each time it is asked for, up
// to its current end.
func follows(line []string) bool {
	return line[0] == "logs" && slices.ContainsFunc(line, func(a string) bool {
		return a == "--follow" || strings.HasPrefix(a, "-") && !strings.HasPrefix(a, "--") && strings.Contains(a, "f")
	})
}

// askFollowing passes on a run's output, even if the connection breaks in between.
func askFollowing(ctx context.Context, p *setup.Process, h *remote.Hub, machine string,
	r errand.Request) (code int, err error) {
	code, err = remote.Following{
		Machine: machine, Out: p.Term.Out,
		Ask:   func(out io.Writer) (int, error) { return askTold(ctx, p.Term, h, machine, r, out) },
		Waits: func() { p.Term.Err.Note("%s or the hub is away: waiting for it", machine) },
	}.Follow(ctx)
	if errors.As(err, new(*remote.GoneError)) {
		err = &failure.Error{Code: failure.Failed, Text: err.Error(),
			Tip: "the run continues there; when the machine answers: stead " + strings.Join(p.Args, " ")}
	}
	return code, err
}
