package asciicast

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"time"

	"stead/timeline"
)

// ErrVersion says that recordings of a version cannot be written.
var ErrVersion = errors.New("asciicast can be written only in versions 2 and 3")

// Writer writes a recording event by event.
type Writer struct {
	target  *bufio.Writer
	version int
	last    time.Duration
	line    []byte
}

// NewWriter writes the header of a recording of version 2 or 3. Errors: ErrVersion.
func NewWriter(target io.Writer, h Header, version int) (*Writer, error) {
	if version != 2 && version != 3 {
		return nil, fmt.Errorf("%w, not %d", ErrVersion, version)
	}
	w := &Writer{target: bufio.NewWriterSize(target, bufferSize), version: version}
	line, err := h.line(version)
	if err == nil {
		_, err = w.target.Write(line)
	}
	return w, err
}

// Write writes an event. Its time must not be before that of the last event. It omits an exit status in version 2,
// which has none.
func (w *Writer) Write(e Event) error {
	if w.version == 2 && e.Code == Exit {
		return nil
	}
	at := e.At
	if w.version == 3 {
		at -= w.last
	}
	w.last = e.At
	w.line = appendSeconds(append(w.line[:0], '['), at.Microseconds())
	w.line = append(w.line, `, "`...)
	w.line = append(w.line, byte(e.Code), '"', ',', ' ', '"')
	w.line, _ = timeline.AppendEscaped(w.line, []byte(e.Data))
	_, err := w.target.Write(append(w.line, "\"]\n"...))
	return err
}

// Flush writes what was collected. It must be called at the end.
func (w *Writer) Flush() error { return w.target.Flush() }
