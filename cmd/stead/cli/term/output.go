package term

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"

	"stead/internal/term/plain"
)

// Print has something written to standard output: to a terminal so that nothing in it is obeyed, for which fit is
// asked; into a pipe or a file as it is.
func (t *Terminal) Print(fit func(io.Writer) *plain.Writer, write func(io.Writer) error) error {
	if !IsTerminal(t.Out) {
		return write(t.Out)
	}
	buffered := bufio.NewWriterSize(t.Out, 64<<10)
	w := fit(buffered)
	return errors.Join(write(w), w.Close(), buffered.Flush())
}

// JSON prints a value for programs, and for a terminal to which it may go.
func (t *Terminal) JSON(value any) error {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetIndent("", "  ")
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		return err
	}
	_, err := t.Out.Write(plain.JSON(text.Bytes()))
	return err
}

// JSONLine prints a value as a line of JSON.
func (t *Terminal) JSONLine(value any) error {
	line, err := json.Marshal(value)
	if err != nil {
		return err
	}
	_, err = t.Out.Write(append(plain.JSON(line), '\n'))
	return err
}
