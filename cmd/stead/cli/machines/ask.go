package machines

import (
	"context"
	"errors"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"

	xterm "golang.org/x/term"

	"stead/cmd/stead/cli/failure"
	"stead/cmd/stead/cli/setup"
	"stead/cmd/stead/cli/term"
	"stead/internal/term/modes"
	"stead/internal/term/plain"
	"stead/internal/term/sharing"
	"stead/internal/term/tty"
	"stead/reach/errand"
	"stead/reach/remote"
)

// Ask lets a machine carry out a command line. If both sides have a terminal, a verb that draws on one gets it;
// otherwise the verb has the streams. A verb that only prints gets no terminal, so that the machine's output is text,
// and not something for the terminal to obey. Errors are those of [Do].
func Ask(ctx context.Context, p *setup.Process, h *remote.Hub, machine string, line []string) error {
	r := errand.Request{Args: line, Term: p.Getenv("TERM"), Columns: p.Term.Out.Width()}
	var code int
	var err error
	switch {
	case p.Term.IsInteractive() && !Offered().IsLook(r):
		code, err = askAttached(ctx, p.Term, h, machine, r)
	case follows(line):
		code, err = askFollowing(ctx, p, h, machine, r)
	case isPaged(line):
		err = p.Term.Page(func(w io.Writer) (err error) {
			code, err = askTold(ctx, p.Term, h, machine, r, w)
			return err
		})
	default:
		code, err = askTold(ctx, p.Term, h, machine, r, p.Term.Out)
	}
	if away := (*remote.AwayError)(nil); errors.As(err, &away) {
		return withRun(ctx, p, h, away, err)
	}
	return described(code, err)
}

// isPaged reports whether a command line shows a transcript, for which a pager is used.
func isPaged(line []string) bool {
	return line[0] == "show" && !slices.ContainsFunc(line,
		func(a string) bool { return a == "--json" || a == "--raw" || a == "--no-pager" })
}

// askAttached gives this terminal to the verb there.
func askAttached(ctx context.Context, t *term.Terminal, h *remote.Hub, machine string,
	r errand.Request) (code int, err error) {
	s := errand.Streams{Out: t.Out, Err: t.Err}
	restore, err := lend(t, &r, &s)
	if err != nil {
		return 0, err
	}
	defer restore()
	return h.Ask(ctx, machine, r, s)
}

// askTold passes on the verb's output. For a terminal, it makes the output harmless.
func askTold(ctx context.Context, t *term.Terminal, h *remote.Hub, machine string, r errand.Request,
	out io.Writer) (code int, err error) {
	s := errand.Streams{Out: out, Err: t.Err}
	if !term.IsTerminal(t.In) && !follows(r.Args) {
		s.In = t.In
	}
	if term.IsTerminal(t.Out) {
		clean := plain.NewTextWriter(out)
		defer func() { err = errors.Join(err, clean.Close()) }()
		s.Out = clean
	}
	if term.IsTerminal(t.Err) {
		clean := plain.NewTextWriter(t.Err)
		defer func() { err = errors.Join(err, clean.Close()) }()
		s.Err = clean
	}
	return h.Ask(ctx, machine, r, s)
}

// withRun returns the error of a machine that is away, with the run that the command line names, if the machine has
// published it.
func withRun(ctx context.Context, p *setup.Process, h *remote.Hub, away *remote.AwayError, err error) error {
	name, isNamed := runIn(p.Args, away.Name)
	s, failed := p.Load(nil)
	if failed != nil || !isNamed {
		return err
	}
	run, failed := remote.RunOf(ctx, h, Known(s, h.Self().Key), away.Name, name)
	if failed != nil {
		return err
	}
	return unreached{&failure.Error{Code: failure.NotFound, Text: err.Error(), Tip: away.HintFor(run)}, err}
}

// runIn returns the name of the machine's run in a command line. Ok is false if there is none.
func runIn(line []string, machine string) (name string, ok bool) {
	for _, a := range line {
		on, rest, ok := remote.Split(a)
		cli, id, isSession := strings.Cut(rest, ":")
		switch {
		case !ok || !strings.EqualFold(on, machine):
		case !isSession:
			return rest, true
		case cli == "run":
			return id, true
		}
	}
	return "", false
}

// described returns the error of a verb that has ended on another machine. The verb has reported its own failure there.
func described(code int, err error) error {
	if err == nil && code != failure.Done {
		return &failure.Exit{Code: code}
	}
	return err
}

// unreached is the error of a machine, or a hub, that could not be asked.
type unreached struct {
	said *failure.Error
	why  error
}

// Error returns the message for people.
func (e unreached) Error() string { return e.said.Text }

// Unwrap returns both errors.
func (e unreached) Unwrap() []error { return []error{e.said, e.why} }

// lend gives this process's terminal to the verb: each key goes there, and its output comes here. The returned function
// takes the terminal back.
func lend(t *term.Terminal, r *errand.Request, s *errand.Streams) (restore func(), err error) {
	size, _ := sharing.SizeOf(t.Out.File)
	before, err := xterm.MakeRaw(int(t.In.Fd()))
	if err != nil {
		return nil, err
	}
	r.Terminal, s.In = (*errand.Size)(&size), t.In
	drawn := &modes.Set{}
	s.Out = io.MultiWriter(t.Out, watching{drawn})
	changes, sizes, over := make(chan os.Signal, 1), make(chan errand.Size), make(chan struct{})
	tty.NotifyResized(changes)
	s.Resized = sizes
	go follow(t.Out.File, changes, sizes, over)
	return func() {
		signal.Stop(changes)
		close(over)
		_, _ = t.Out.Write(drawn.Undo()) // a connection that broke leaves the modes set
		_ = xterm.Restore(int(t.In.Fd()), before)
	}, nil
}

// watching records which modes of the terminal are set.
type watching struct{ *modes.Set }

// Write implements io.Writer.
func (w watching) Write(p []byte) (int, error) {
	w.Watch(p)
	return len(p), nil
}

// follow sends the terminal's size whenever it changes.
func follow(out *os.File, changes <-chan os.Signal, sizes chan<- errand.Size, over <-chan struct{}) {
	for {
		select {
		case <-over:
			return
		case <-changes:
		}
		size, ok := sharing.SizeOf(out)
		if !ok {
			continue
		}
		select {
		case sizes <- errand.Size(size):
		case <-over:
			return
		}
	}
}
