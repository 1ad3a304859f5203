package jsonl

import "io"

// Output writes lines one by one, and counts them.
type Output struct {
	Dst io.Writer
	// Lines is the number of lines, Size that of their bytes with the line feeds.
	Lines int
	Size  int64
}

// Line writes a line, and its line feed.
func (o *Output) Line(line []byte) error {
	for _, part := range [][]byte{line, {'\n'}} {
		n, err := o.Dst.Write(part)
		o.Size += int64(n)
		if err != nil {
			return err
		}
	}
	o.Lines++
	return nil
}

// flushSize is how much a buffer gathers before it hands it on.
const flushSize = 256 << 10

// Buffer gathers lines that are built in place, by appending to Bytes. The first error of the destination stays.
type Buffer struct {
	Dst   io.Writer
	Bytes []byte
	// Lines is the number of lines that were ended, Size that of the bytes that were handed on.
	Lines int
	Size  int64
	Err   error
}

// EndLine ends the line that stands at the end of Bytes.
func (b *Buffer) EndLine() {
	b.Bytes = append(b.Bytes, '\n')
	b.Lines++
}

// FlushFull hands the bytes on when there are many. What was taken from them is void then.
func (b *Buffer) FlushFull() error {
	if len(b.Bytes) < flushSize {
		return b.Err
	}
	return b.Flush()
}

// Flush hands the bytes on.
func (b *Buffer) Flush() error {
	if b.Err != nil || len(b.Bytes) == 0 {
		return b.Err
	}
	n, err := b.Dst.Write(b.Bytes)
	b.Size += int64(n)
	b.Bytes, b.Err = b.Bytes[:0], err
	if cap(b.Bytes) > 8*flushSize { // one giant entry must not keep its memory
		b.Bytes = nil
	}
	return err
}
