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

// Output is standard output, which gets the results: a terminal, a pipe or a file.
type Output struct {
	*os.File
	// Environ is the environment, as NAME=value. It describes the terminal's capabilities.
	Environ []string
}

// Width returns the number of cells in a line of standard output: that of the terminal, or else COLUMNS, or else 0 for
// no limit.
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

// OwnWidth returns the number of cells in a line if standard output is a terminal, or else 0: text for a file is not
// wrapped.
func (o *Output) OwnWidth() int { return widthOf(o.File) }

// Colored reports whether standard output supports colours, and may have them (no-color.org).
func (o *Output) Colored() bool {
	return IsTerminal(o.File) && process.Variable(o.Environ, "NO_COLOR") == "" && !isDumb(o.Environ)
}

// Print lets write write to standard output. For a terminal it inserts the writer from fit, so that the terminal obeys
// no control sequences in the text. For a pipe or a file it changes nothing.
func (o *Output) Print(fit func(io.Writer) *plain.Writer, write func(io.Writer) error) error {
	if !IsTerminal(o.File) {
		return write(o.File)
	}
	buffered := bufio.NewWriterSize(o.File, 64<<10)
	w := fit(buffered)
	return errors.Join(write(w), w.Close(), buffered.Flush())
}

// JSON prints a value as JSON for programs. The output is also safe for a terminal.
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
