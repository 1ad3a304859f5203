package plain

import (
	"io"
	"unicode/utf8"
)

// Writer makes its input safe for a terminal, piece by piece. The caller must close it.
type Writer struct {
	dst   io.Writer
	clean func([]byte) []byte
	rest  []byte // the beginning of a character
}

// NewJSONWriter returns a writer of JSON for a terminal. See [JSON].
func NewJSONWriter(dst io.Writer) *Writer { return &Writer{dst: dst, clean: JSON} }

// NewTextWriter returns a writer of text for a terminal. See [Clean].
func NewTextWriter(dst io.Writer) *Writer {
	return &Writer{dst: dst, clean: func(text []byte) []byte { return []byte(Clean(string(text))) }}
}

// Write implements io.Writer.
func (w *Writer) Write(p []byte) (int, error) {
	data := append(w.rest, p...)
	end := len(data)
	for back := 1; back < utf8.UTFMax && back <= len(data); back++ {
		if at := len(data) - back; utf8.RuneStart(data[at]) {
			if !utf8.FullRune(data[at:]) {
				end = at
			}
			break
		}
	}
	_, err := w.dst.Write(w.clean(data[:end]))
	w.rest = append([]byte(nil), data[end:]...)
	return len(p), err
}

// Close writes what is left: the beginning of a character whose end was never written.
func (w *Writer) Close() error {
	_, err := w.dst.Write(w.clean(w.rest))
	return err
}
