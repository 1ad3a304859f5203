package replay

import (
	"bufio"
	"io"

	"stead/internal/term/plain"
)

// Print writes every step as text, with nothing folded and no line longer than columns. 0 means no limit.
func Print(w io.Writer, s *Session, o Options, columns int) error {
	buffered := bufio.NewWriterSize(w, 64<<10)
	v := NewViewer(s, o)
	v.columns, v.open = columns, true
	for v.at = range v.shown {
		v.build()
		lines := append([]line{{bold, v.where(v.Zone)}, {faint, v.facts}}, v.body...)
		for _, l := range append(lines, line{}) {
			if _, err := buffered.WriteString(l.drawn(columns, o.Color) + "\n"); err != nil {
				return err
			}
		}
	}
	return buffered.Flush()
}

// PrintJSON writes every step as a line of JSON: its number and turn, the milliseconds since the step before it, the
// usage up to and including it, and its entry in the universal format with the native record.
func PrintJSON(w io.Writer, s *Session, o Options) error {
	buffered := bufio.NewWriterSize(w, 64<<10)
	t := tour{session: s}
	t.list(o.All, 0)
	for t.at = range t.shown {
		row, err := t.appendJSON(nil)
		if err == nil {
			_, err = buffered.Write(append(plain.JSON(row), '\n'))
		}
		if err != nil {
			return err
		}
	}
	return buffered.Flush()
}
