package replay

import (
	"bufio"
	"encoding/json"
	"io"

	"stead/internal/term/plain"
	"stead/timeline"
)

// Print writes every step as text, nothing folded, no line longer than a number of columns; 0 is no limit.
func Print(w io.Writer, s *Session, o Options, columns int) error {
	buffered := bufio.NewWriterSize(w, 64<<10)
	v := NewViewer(s, o)
	v.columns, v.open = columns, true
	for v.at = range v.shown {
		v.build()
		lines := append([]line{{bold, v.where()}, {faint, v.facts}}, v.body...)
		for _, l := range append(lines, line{}) {
			if _, err := buffered.WriteString(l.drawn(columns, o.Color) + "\n"); err != nil {
				return err
			}
		}
	}
	return buffered.Flush()
}

// PrintJSON writes every step as a line of JSON: its number and turn, how many milliseconds after the step before it
// was made, what was spent up to it, and its entry as the universal format has it, the native record included.
func PrintJSON(w io.Writer, s *Session, o Options) error {
	buffered := bufio.NewWriterSize(w, 64<<10)
	v := NewViewer(s, o)
	for v.at = range v.shown {
		row, err := v.appendJSON(nil)
		if err == nil {
			_, err = buffered.Write(append(plain.JSON(row), '\n'))
		}
		if err != nil {
			return err
		}
	}
	return buffered.Flush()
}

func (v *Viewer) appendJSON(dst []byte) ([]byte, error) {
	step := v.session.Steps[v.number()]
	entry, err := v.session.line(v.number())
	if err != nil {
		return dst, err
	}
	spent, err := json.Marshal(step.Spent)
	return timeline.AppendObject(dst, func(row *timeline.Object) {
		row.Int("step", int64(v.at+1))
		row.Int("turn", int64(step.Turn))
		if step.Depth > 0 {
			row.Int("depth", int64(step.Depth))
		}
		if before := v.before(); !before.IsZero() && !step.At.IsZero() {
			row.Int("since_ms", step.At.Sub(before).Milliseconds())
		}
		row.Raw("spent", spent)
		row.Raw("entry", entry)
	}), err
}
