package codex

import (
	"io"

	format "stead/internal/format/codex"
	"stead/timeline"
)

// flushSize is how much is gathered before it is handed on.
const flushSize = 256 << 10

// output writes a rollout's lines.
type output struct {
	dst   io.Writer
	buf   []byte
	mode  format.Mode
	lines int
	size  int64
	// ordinal is that of the next line of a paginated rollout.
	ordinal int64
	err     error
}

// line writes a line whose payload fn appends. It returns where the payload stands in the buffer, until the next line.
func (o *output) line(kind, timestamp string, fn func(dst []byte) []byte) (payload []byte) {
	if len(o.buf) >= flushSize { // a giant body stands in two lines: only one of them is held
		o.err = o.flush()
	}
	o.buf = append(o.buf, `{"timestamp":"`...)
	o.buf = append(o.buf, timestamp...)
	o.buf = append(o.buf, '"')
	if o.mode == format.Paginated {
		o.buf = append(o.buf, `,"ordinal":`...)
		o.buf = appendInt(o.buf, o.ordinal)
		o.ordinal++
	}
	o.buf = append(o.buf, `,"type":"`...)
	o.buf = append(o.buf, kind...)
	o.buf = append(o.buf, `","payload":`...)
	from := len(o.buf)
	o.buf = fn(o.buf)
	payload = o.buf[from:]
	o.buf = append(o.buf, '}')
	o.endLine()
	return payload
}

// raw writes a line as it is.
func (o *output) raw(line []byte) {
	o.buf = append(o.buf, line...)
	o.endLine()
}

func (o *output) endLine() {
	o.buf = append(o.buf, '\n')
	o.lines++
}

// flushFull hands the buffer on when it is full. It is called between entries, so that payloads that were returned stay whole.
func (o *output) flushFull() error {
	if len(o.buf) < flushSize {
		return o.err
	}
	return o.flush()
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
func object(dst []byte, fn func(o *timeline.Object)) []byte {
	o := timeline.NewObject(dst)
	fn(&o)
	return o.End()
}
