package kimicli

import (
	"io"

	"stead/timeline"
)

// flushSize is how much is gathered before it is handed on.
const flushSize = 256 << 10

// output writes the lines of a file.
type output struct {
	dst   io.Writer
	buf   []byte
	lines int
	size  int64
	err   error
}

// line writes a line that fn appends, and returns it; it is good until the next one.
func (o *output) line(fn func(dst []byte) []byte) []byte {
	if len(o.buf) >= flushSize {
		o.err = o.flush()
	}
	from := len(o.buf)
	o.buf = fn(o.buf)
	to := len(o.buf)
	o.buf = append(o.buf, '\n')
	o.lines++
	return o.buf[from:to]
}

// raw writes a line as it is.
func (o *output) raw(line []byte) { o.line(func(dst []byte) []byte { return append(dst, line...) }) }

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
