package term

import (
	"io"
	"os"
	"strconv"
	"sync/atomic"

	"golang.org/x/term"

	"stead/internal/sys/process"
	"stead/internal/term/quiet"
)

// Terminal is the standard streams of a command.
type Terminal struct {
	// In, Out and Err are standard input, output and error.
	In, Out, Err *os.File
	// Environ is the environment that says what the terminal can do, each NAME=value.
	Environ []string
	// Named is how whoever reads the messages names a [Reference]. Nil leaves all as they are.
	Named func(reference string) string
	// Say takes a message in place of standard error. Nil: that gets it.
	Say func(text string)

	// status is the line below all messages. Nil as long as there is none.
	status atomic.Pointer[Status]
}

// IsTerminal reports whether a stream is a terminal.
func IsTerminal(stream *os.File) bool { return term.IsTerminal(int(stream.Fd())) }

// IsInteractive reports whether standard input and output are a terminal that a program can take.
func (t *Terminal) IsInteractive() bool { return IsTerminal(t.In) && IsTerminal(t.Out) }

// CanAsk reports whether there is somebody who answers a question.
func (t *Terminal) CanAsk() bool { return IsTerminal(t.In) && IsTerminal(t.Err) }

// Width is how many cells a line of standard output has: the terminal's, else what COLUMNS says, else 0 for no limit.
func (t *Terminal) Width() int {
	if width := widthOf(t.Out); width > 0 {
		return width
	}
	width, err := strconv.Atoi(process.Variable(t.Environ, "COLUMNS"))
	if err != nil {
		return 0
	}
	return max(0, width)
}

// OwnWidth is how many cells a line of standard output has if that is a terminal, else 0: what is written into a file
// is not broken.
func (t *Terminal) OwnWidth() int { return widthOf(t.Out) }

// ErrorSize is how many cells standard error has, as far as anybody knows.
func (t *Terminal) ErrorSize() (width, height int) {
	width, height, err := term.GetSize(int(t.Err.Fd()))
	if err != nil || width <= 0 {
		return 80, 24
	}
	return width, height
}

// widthOf is how many cells a line of a terminal has; 0 of one that does not say, and of what is no terminal.
func widthOf(file *os.File) int {
	width, _, err := term.GetSize(int(file.Fd()))
	if err != nil {
		return 0
	}
	return max(0, width)
}

// Colored reports whether standard output shows colours, and may (no-color.org).
func (t *Terminal) Colored() bool {
	return IsTerminal(t.Out) && process.Variable(t.Environ, "NO_COLOR") == "" && !t.isDumb()
}

// Draws reports whether standard error is a terminal on which something can be drawn in place.
func (t *Terminal) Draws() bool { return IsTerminal(t.Err) && !t.isDumb() }

func (t *Terminal) isDumb() bool { return process.Variable(t.Environ, "TERM") == "dumb" }

// Bell is where a command in the foreground rings: standard error if that is a terminal, else nil.
func (t *Terminal) Bell() io.Writer {
	if IsTerminal(t.Err) {
		return t.Err
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
