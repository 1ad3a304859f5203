package kimi

import (
	"io"

	format "stead/internal/format/kimi"
	"stead/timeline"
)

// flushSize is how much is gathered before it is handed on.
const flushSize = 256 << 10

// output writes the lines of a wire file, and follows what they do to the model's context.
type output struct {
	dst     io.Writer
	buf     []byte
	lines   int
	size    int64
	history format.History
	err     error
}

// record writes a line of a type, whose other members fn adds.
func (o *output) record(kind, agent string, time int64, fn func(*timeline.Object)) {
	from := o.begin()
	r := timeline.NewObject(o.buf)
	r.String("type", kind)
	r.String("agentId", agent)
	fn(&r)
	r.Int("time", time)
	o.buf = r.End()
	o.endLine(from)
}

// raw writes a line as it is.
func (o *output) raw(line []byte) {
	from := o.begin()
	o.buf = append(o.buf, line...)
	o.endLine(from)
}

// begin makes room for a line and returns where it begins.
func (o *output) begin() int {
	if len(o.buf) >= flushSize {
		o.err = o.flush()
	}
	return len(o.buf)
}

func (o *output) endLine(from int) {
	o.lines++
	if c, ok := format.ChangeOf(o.lines, format.Peek(o.buf[from:])); ok {
		o.history.Apply(c)
	}
	o.buf = append(o.buf, '\n')
}

func (o *output) flush() error {
	if o.err != nil || len(o.buf) == 0 {
		return o.err
	}
	n, err := o.dst.Write(o.buf)
	o.size += int64(n)
	o.buf, o.err = o.buf[:0], err
	if cap(o.buf) > 8*flushSize { // one giant entry must not keep its memory
		o.buf = nil
	}
	return err
}

// object appends an object whose members fn adds.
func object(dst []byte, fn func(*timeline.Object)) []byte {
	o := timeline.NewObject(dst)
	fn(&o)
	return o.End()
}
