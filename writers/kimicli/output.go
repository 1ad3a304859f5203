package kimicli

import (
	"stead/internal/adapt/jsonl"
)

// output writes the lines of a file.
type output struct{ jsonl.Buffer }

// line writes a line that fn appends, and returns it; it is good until the next one.
func (o *output) line(fn func(dst []byte) []byte) []byte {
	_ = o.FlushFull() // the error stays
	from := len(o.Bytes)
	o.Bytes = fn(o.Bytes)
	to := len(o.Bytes)
	o.EndLine()
	return o.Bytes[from:to]
}

// raw writes a line as it is.
func (o *output) raw(line []byte) { o.line(func(dst []byte) []byte { return append(dst, line...) }) }
