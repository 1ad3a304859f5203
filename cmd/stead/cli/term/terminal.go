package term

import (
	"io"
	"os"

	"golang.org/x/term"

	"stead/internal/sys/process"
	"stead/internal/term/quiet"
)

// Terminal holds the standard streams of a command. Make one with New.
type Terminal struct {
	// In is standard input.
	In *os.File
	// Out is standard output, for results.
	Out *Output
	// Err is standard error, for messages.
	Err *Messages
	// Environ is the environment, as NAME=value. It describes the terminal's capabilities.
	Environ []string
}

// New returns the terminal of these streams. Environ is that of [Terminal].
func New(in, out, err *os.File, environ []string) *Terminal {
	return &Terminal{In: in, Out: &Output{File: out, Environ: environ}, Err: &Messages{File: err, Environ: environ},
		Environ: environ}
}

// IsTerminal reports whether a stream is a terminal.
func IsTerminal(stream interface{ Fd() uintptr }) bool { return term.IsTerminal(int(stream.Fd())) }

// IsInteractive reports whether standard input and output are terminals that a program can take over.
func (t *Terminal) IsInteractive() bool { return IsTerminal(t.In) && IsTerminal(t.Out) }

// CanAsk reports whether somebody can answer a question.
func (t *Terminal) CanAsk() bool { return IsTerminal(t.In) && IsTerminal(t.Err) }

// widthOf returns the number of cells in a line of a terminal, or 0 if that is unknown or if file is not a terminal.
func widthOf(file *os.File) int {
	width, _, err := term.GetSize(int(file.Fd()))
	if err != nil {
		return 0
	}
	return max(0, width)
}

func isDumb(environ []string) bool { return process.Variable(environ, "TERM") == "dumb" }

// Bell returns the output for the bell of a foreground command: standard error if that is a terminal, or else nil.
func (t *Terminal) Bell() io.Writer {
	if IsTerminal(t.Err) {
		return t.Err.File
	}
	return nil
}

// Quiet keeps typed input from disturbing what is drawn in place, until its result is ended. It calls redraw when stead
// continues after it was stopped. It leaves a terminal alone that another program of a pipeline may have taken over,
// and then returns nil, which can be ended, too.
func (t *Terminal) Quiet(redraw func()) *quiet.Terminal {
	if info, err := t.Out.Stat(); err != nil || info.Mode()&os.ModeNamedPipe != 0 {
		return nil
	}
	return quiet.Begin(t.In, redraw)
}
