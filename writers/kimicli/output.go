package kimicli

import (
	"stead/internal/adapt/jsonl"
)

// output writes the lines of a file.
type output struct{ jsonl.Buffer }

// line writes a line that fn appends, and returns it. The result is valid until the next call.
func (o *output) line(fn func(dst []byte) []byte) []byte {
	_ = o.FlushFull() // the buffer keeps the error
	from := len(o.Bytes)
	o.Bytes = fn(o.Bytes)
	to := len(o.Bytes)
	o.EndLine()
	return o.Bytes[from:to]
}

// raw writes a line unchanged.
func (o *output) raw(line []byte) { o.line(func(dst []byte) []byte { return append(dst, line...) }) }
