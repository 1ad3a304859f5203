package term

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"strconv"

	"stead/internal/sys/process"
	"stead/internal/term/plain"
)

// Output is standard output, to which results go: a terminal, a pipe or a file.
type Output struct {
	*os.File
	// Environ is the environment that says what the terminal can do, each NAME=value.
	Environ []string
}

// Width is how many cells a line of standard output has: the terminal's, else what COLUMNS says, else 0 for no limit.
func (o *Output) Width() int {
	if width := widthOf(o.File); width > 0 {
		return width
	}
	width, err := strconv.Atoi(process.Variable(o.Environ, "COLUMNS"))
	if err != nil {
		return 0
	}
	return max(0, width)
}

// OwnWidth is how many cells a line of standard output has if that is a terminal, else 0: what is written into a file
// is not broken.
func (o *Output) OwnWidth() int { return widthOf(o.File) }

// Colored reports whether standard output shows colours, and may (no-color.org).
func (o *Output) Colored() bool {
	return IsTerminal(o.File) && process.Variable(o.Environ, "NO_COLOR") == "" && !isDumb(o.Environ)
}

// Print has something written to standard output: to a terminal so that nothing in it is obeyed, for which fit is
// asked; into a pipe or a file as it is.
func (o *Output) Print(fit func(io.Writer) *plain.Writer, write func(io.Writer) error) error {
	if !IsTerminal(o.File) {
		return write(o.File)
	}
	buffered := bufio.NewWriterSize(o.File, 64<<10)
	w := fit(buffered)
	return errors.Join(write(w), w.Close(), buffered.Flush())
}

// JSON prints a value for programs, and for a terminal to which it may go.
func (o *Output) JSON(value any) error {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetIndent("", "  ")
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		return err
	}
	_, err := o.Write(plain.JSON(text.Bytes()))
	return err
}

// JSONLine prints a value as a line of JSON.
func (o *Output) JSONLine(value any) error {
	line, err := json.Marshal(value)
	if err != nil {
		return err
	}
	_, err = o.Write(append(plain.JSON(line), '\n'))
	return err
}
