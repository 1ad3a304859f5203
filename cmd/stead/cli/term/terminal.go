package term

import (
	"io"
	"os"

	"golang.org/x/term"

	"stead/internal/sys/process"
	"stead/internal/term/quiet"
)

// Terminal is the standard streams of a command, and the user who sits at them. Make one with New.
type Terminal struct {
	// In is standard input.
	In *os.File
	// Out is standard output, for results.
	Out *Output
	// Err is standard error, for messages.
	Err *Messages
	// Environ is the environment that says what the terminal can do, each NAME=value.
	Environ []string
}

// New returns the terminal of these streams. Environ is as in [Terminal].
func New(in, out, err *os.File, environ []string) *Terminal {
	return &Terminal{In: in, Out: &Output{File: out, Environ: environ}, Err: &Messages{File: err, Environ: environ},
		Environ: environ}
}

// IsTerminal reports whether a stream is a terminal.
func IsTerminal(stream interface{ Fd() uintptr }) bool { return term.IsTerminal(int(stream.Fd())) }

// IsInteractive reports whether standard input and output are a terminal that a program can take.
func (t *Terminal) IsInteractive() bool { return IsTerminal(t.In) && IsTerminal(t.Out) }

// CanAsk reports whether there is somebody who answers a question.
func (t *Terminal) CanAsk() bool { return IsTerminal(t.In) && IsTerminal(t.Err) }

// widthOf is how many cells a line of a terminal has; 0 of one that does not say, and of what is no terminal.
func widthOf(file *os.File) int {
	width, _, err := term.GetSize(int(file.Fd()))
	if err != nil {
		return 0
	}
	return max(0, width)
}

func isDumb(environ []string) bool { return process.Variable(environ, "TERM") == "dumb" }

// Bell is where a command in the foreground rings: standard error if that is a terminal, else nil.
func (t *Terminal) Bell() io.Writer {
	if IsTerminal(t.Err) {
		return t.Err.File
	}
	return nil
}

// Quiet keeps what is typed away from what is drawn in place, until the end of what it returns. Redraw is called when
// stead was stopped and goes on. A terminal that another program of a pipe may have taken is left alone: then it
// returns nil, which can be ended, too.
func (t *Terminal) Quiet(redraw func()) *quiet.Terminal {
	if info, err := t.Out.Stat(); err != nil || info.Mode()&os.ModeNamedPipe != 0 {
		return nil
	}
	return quiet.Begin(t.In, redraw)
}
