package replay

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"time"

	"stead/internal/sys/regular"
	"stead/internal/term/asciicast"
)

// Recording is the recording of a terminal. It must be closed.
type Recording struct {
	Header asciicast.Header
	// Damaged counts the lines that could not be read, such as the last one if stead was killed while it wrote.
	Damaged int

	file   *os.File
	reader *asciicast.Reader
}

// OpenRecording opens a file in asciicast version 2 or 3.
func OpenRecording(path string) (*Recording, error) {
	file, err := regular.Open(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("there is no recording of a terminal: %w", err)
	}
	if err != nil {
		return nil, err
	}
	reader, err := asciicast.NewReader(file)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", path, err), file.Close())
	}
	return &Recording{Header: reader.Header, file: file, reader: reader}, nil
}

// Close closes the file.
func (r *Recording) Close() error { return r.file.Close() }

// Events yields the events. It can be used only once. Pauses between events are cut to idle; 0 means no limit. Damaged
// lines are skipped and counted. The error is that of the file.
func (r *Recording) Events(idle time.Duration) iter.Seq2[asciicast.Event, error] {
	return func(yield func(asciicast.Event, error) bool) {
		var before, cut time.Duration
		for e, err := range r.reader.Events() {
			if errors.Is(err, asciicast.ErrDamaged) {
				r.Damaged++
				continue
			}
			if err != nil {
				yield(e, err)
				return
			}
			if pause := e.At - before; idle > 0 && pause > idle {
				cut += pause - idle
			}
			before = e.At
			e.At -= cut
			if !yield(e, nil) {
				return
			}
		}
	}
}

// Export writes the recording in asciicast version 2 or 3, with pauses cut to idle. 0 means no limit.
func (r *Recording) Export(w io.Writer, version int, idle time.Duration) error {
	out, err := asciicast.NewWriter(w, r.Header, version)
	if err != nil {
		return err
	}
	for e, err := range r.Events(idle) {
		if err == nil {
			err = out.Write(e)
		}
		if err != nil {
			return fmt.Errorf("export the recording: %w", err)
		}
	}
	return out.Flush()
}
