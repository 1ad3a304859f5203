package jsonl

import "io"

// Output writes lines one by one, and counts them.
type Output struct {
	Dst io.Writer
	// Lines is the number of lines, Size that of their bytes including the line feeds.
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

// flushSize is how much a buffer gathers before it writes.
const flushSize = 256 << 10

// Buffer gathers lines that are built in place, by appending to Bytes. It keeps the first error of the destination.
type Buffer struct {
	Dst   io.Writer
	Bytes []byte
	// Lines is the number of ended lines, Size that of the written bytes.
	Lines int
	Size  int64
	Err   error
	// placed are values that are not copied into Bytes, but written at their places.
	placed     []placed
	placedSize int64
}

// placed is a value with its place in the bytes.
type placed struct {
	at    int
	value []byte
}

// Place puts a value at the end of dst, which is Bytes with what was appended to it, and returns dst. The value must
// not change before the bytes are written.
func (b *Buffer) Place(dst, value []byte) []byte {
	b.placed = append(b.placed, placed{len(dst), value})
	b.placedSize += int64(len(value))
	return dst
}

// Placed returns how many values were placed since the last write. Slices of Bytes lack these values.
func (b *Buffer) Placed() int { return len(b.placed) }

// Written returns the total number of bytes gathered so far.
func (b *Buffer) Written() int64 { return b.Size + b.placedSize + int64(len(b.Bytes)) }

// EndLine ends the line at the end of Bytes.
func (b *Buffer) EndLine() {
	b.Bytes = append(b.Bytes, '\n')
	b.Lines++
}

// FlushFull writes the bytes if there are many. Slices of Bytes are then invalid.
func (b *Buffer) FlushFull() error {
	if len(b.Bytes) < flushSize && b.placedSize < flushSize {
		return b.Err
	}
	return b.Flush()
}

// Flush writes the bytes.
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
