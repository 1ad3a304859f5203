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
	// placed are values that are not copied into Bytes, and handed on where they belong.
	placed     []placed
	placedSize int64
}

// placed is a value that stands at a place in the bytes.
type placed struct {
	at    int
	value []byte
}

// Place has a value stand where dst ends, which is Bytes with what was appended to it, and returns dst. The value must
// not change before the bytes are handed on.
func (b *Buffer) Place(dst, value []byte) []byte {
	b.placed = append(b.placed, placed{len(dst), value})
	b.placedSize += int64(len(value))
	return dst
}

// Placed is how many values were placed since the bytes were handed on: what is taken from the bytes lacks them.
func (b *Buffer) Placed() int { return len(b.placed) }

// Written is how much was gathered in all.
func (b *Buffer) Written() int64 { return b.Size + b.placedSize + int64(len(b.Bytes)) }

// EndLine ends the line that stands at the end of Bytes.
func (b *Buffer) EndLine() {
	b.Bytes = append(b.Bytes, '\n')
	b.Lines++
}

// FlushFull hands the bytes on when there are many. What was taken from them is void then.
func (b *Buffer) FlushFull() error {
	if len(b.Bytes) < flushSize && b.placedSize < flushSize {
		return b.Err
	}
	return b.Flush()
}

// Flush hands the bytes on.
func (b *Buffer) Flush() error {
	if b.Err != nil || len(b.Bytes) == 0 {
		return b.Err
	}
	at := 0
	for _, p := range b.placed {
		b.hand(b.Bytes[at:p.at])
		b.hand(p.value)
		at = p.at
	}
	b.hand(b.Bytes[at:])
	clear(b.placed)
	b.Bytes, b.placed, b.placedSize = b.Bytes[:0], b.placed[:0], 0
	if cap(b.Bytes) > 8*flushSize { // one giant entry must not keep its memory
		b.Bytes = nil
	}
	return b.Err
}

func (b *Buffer) hand(part []byte) {
	if b.Err != nil || len(part) == 0 {
		return
	}
	n, err := b.Dst.Write(part)
	b.Size, b.Err = b.Size+int64(n), err
}
