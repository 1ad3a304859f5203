package jsonl

import (
	"bytes"
	"slices"

	"stead/timeline"
)

// Change is a value of a line and the text that replaces it.
type Change struct {
	Value Value
	Text  string
}

// Rewrite appends the line to dst with the changes made. Their values must be parts of the line as [Members] yields
// them. They must share its memory up to its end, because that shows where they begin.
func Rewrite(dst, line []byte, changes []Change) []byte {
	changes = slices.Clone(changes)
	slices.SortFunc(changes, func(a, b Change) int { return cap(b.Value) - cap(a.Value) })
	from := 0
	for _, c := range changes {
		at := cap(line) - cap(c.Value)
		dst = timeline.AppendString(append(dst, line[from:at]...), c.Text)
		from = at + len(c.Value)
	}
	return append(dst, line[from:]...)
}

// Split separates a line's JSON from the bytes around it: a byte order mark, white space. Ok is false for a line that
// is not JSON, or that would need a repair (see [Clean]).
func Split(line []byte) (before, sound, after []byte, ok bool) {
	clean, _, ok := Clean(line)
	at := bytes.Index(line, clean)
	if !ok || at < 0 {
		return nil, nil, nil, false
	}
	end := at + len(clean)
	return line[:at], line[at:end:end], line[end:], true
}
