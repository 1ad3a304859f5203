package gemini

import (
	"bufio"
	"io"

	"stead/internal/jsonl"
	"stead/timeline"
)

// output writes a session's lines and counts them.
type output struct {
	dst   *bufio.Writer
	lines int
	size  int64
	err   error
}

func newOutput(dst io.Writer) output { return output{dst: bufio.NewWriterSize(dst, 256<<10)} }

// record writes a line that is no native one.
func (o *output) record(line []byte) { o.line(jsonl.EscapeSeparators(line)) }

// line writes a line. The first error is kept for flush.
func (o *output) line(line []byte) {
	for _, piece := range [][]byte{line, {'\n'}} {
		n, err := o.dst.Write(piece)
		o.size += int64(n)
		if o.err == nil {
			o.err = err
		}
	}
	o.lines++
}

func (o *output) flush() error {
	if o.err != nil {
		return o.err
	}
	return o.dst.Flush()
}

// object returns an object whose members fn adds.
func object(fn func(o *timeline.Object)) []byte { return timeline.AppendObject(nil, fn) }

// appendComma appends a comma unless an array has just begun.
func appendComma(dst []byte) []byte {
	if dst[len(dst)-1] == '[' {
		return dst
	}
	return append(dst, ',')
}
