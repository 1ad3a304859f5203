package replay

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"time"

	"stead/internal/plain"
	"stead/timeline"
)

// Print writes every step as text, nothing folded, no line longer than a number of columns; 0 is no limit.
func Print(w io.Writer, s *Session, o Options, columns int) error {
	buffered := bufio.NewWriterSize(w, 64<<10)
	v := NewViewer(s, o)
	v.columns, v.open = columns, true
	for v.at = range v.shown {
		v.build()
		var stamp string
		if at := moment(s.Steps[v.number()].At, v.before(), o.Zone); at != "" {
			stamp = " · " + at
		}
		lines := append([]line{{bold, fmt.Sprintf("step %d · turn %d%s", v.at+1, s.Steps[v.number()].Turn, stamp)}, {faint, v.facts}}, v.body...)
		for _, l := range append(lines, line{}) {
			if _, err := buffered.WriteString(l.drawn(columns, o.Color) + "\n"); err != nil {
				return err
			}
		}
	}
	return buffered.Flush()
}

// stepLine is a step as programs get it.
type stepLine struct {
	Step  int `json:"step"`
	Turn  int `json:"turn"`
	Depth int `json:"depth,omitempty"`
	// SinceMS is how many milliseconds after the step before it was made, where both are dated.
	SinceMS *int64         `json:"since_ms,omitempty"`
	Spent   timeline.Usage `json:"spent"`
	// Entry is the step's entry as the universal format has it, the native record included.
	Entry json.RawMessage `json:"entry"`
}

// PrintJSON writes every step as a line of JSON.
func PrintJSON(w io.Writer, s *Session, o Options) error {
	buffered := bufio.NewWriterSize(w, 64<<10)
	v := NewViewer(s, o)
	for v.at = range v.shown {
		step := s.Steps[v.number()]
		e, err := s.Entry(v.number())
		if err != nil {
			return err
		}
		row := stepLine{Step: v.at + 1, Turn: step.Turn, Depth: step.Depth, Spent: step.Spent, Entry: e.AppendJSON(nil)}
		if before := v.before(); !before.IsZero() && !step.At.IsZero() {
			since := int64(step.At.Sub(before) / time.Millisecond)
			row.SinceMS = &since
		}
		encoded, err := json.Marshal(row)
		if err == nil {
			_, err = buffered.Write(append(plain.JSON(encoded), '\n'))
		}
		if err != nil {
			return err
		}
	}
	return buffered.Flush()
}
