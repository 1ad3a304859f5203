package jsonl

import (
	"bytes"
	"errors"
	"fmt"
	"io"
)

// chunkSize is how much is read at once. The calls no longer count, and the few chunks in flight leave the garbage
// collector so much of 64 MB that it seldom runs: with 1 MiB a conversion took a fifth more processor time, with 256
// KiB some more as well.
const chunkSize = 512 << 10

// firstChunk is how much is read at first; each chunk is twice the one before, up to chunkSize. Most sessions are
// small, and a list opens thousands of them.
const firstChunk = 32 << 10

// maxLine is the longest line in bytes that is held: Node's longest string, and so the longest line that a CLI can have
// written or can read. A variable for tests.
var maxLine = 512 << 20

// ErrLongLine says that a line is longer than any CLI writes one: it is no session, or a hole in a file.
var ErrLongLine = errors.New("a line is longer than 512 MB, which no CLI writes")

// Line is one line of a file. Bytes shares the memory of the chunk it was read in and is never overwritten.
type Line struct {
	// Number counts from 1.
	Number int
	// Offset is where the line begins in the input, in bytes.
	Offset int64
	// Bytes is the line without its line feed. A carriage return before it is kept.
	Bytes []byte
}

// chunker cuts its input into chunks that end at a line's end.
type chunker struct {
	input  io.Reader
	left   int64  // how much of the input has not been read, at most; -1 if that is not known
	size   int    // of the chunk before
	rest   []byte // the beginning of a line whose end has not been read
	number int
	offset int64
	done   bool
}

// newChunker returns a chunker of an input, which may tell how long it is.
func newChunker(input io.Reader) chunker {
	c := chunker{input: input, left: -1}
	if sized, ok := input.(interface{ Size() int64 }); ok {
		c.left = sized.Size()
	}
	return c
}

// next returns the lines of the next chunk, or io.EOF after the last.
func (c *chunker) next() ([]Line, error) {
	if c.done {
		return nil, io.EOF
	}
	c.size = min(max(firstChunk, 2*c.size), chunkSize)
	buffer := make([]byte, c.sizeOfNext())
	filled := copy(buffer, c.rest)
	n, err := io.ReadFull(c.input, buffer[filled:])
	from := filled
	filled += n
	if c.left >= 0 {
		c.left = max(-1, c.left-int64(n)) // more than it told: how much is left is not known
	}
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		c.done = true
		return c.split(buffer[:filled]), nil
	}
	if err != nil {
		return nil, err
	}
	end := from + bytes.LastIndexByte(buffer[from:], '\n') + 1
	if end > from {
		c.rest = bytes.Clone(buffer[end:])
		return c.split(buffer[:end]), nil
	}
	giant, err := c.readGiant(buffer)
	if err != nil {
		return nil, err
	}
	return c.split(giant), nil
}

// sizeOfNext returns how long the next chunk's buffer is, with the rest of the one before.
func (c *chunker) sizeOfNext() int {
	size := max(c.size, 2*len(c.rest))
	if rest := c.left + int64(len(c.rest)); c.left >= 0 && rest < int64(size) {
		return int(rest) + 1 // no more memory than is read, but enough to see the end
	}
	return size
}

// readGiant returns a line that is longer than a chunk, and begins with what was read of it. Where its end can be
// looked for first, nothing is held twice. Elsewhere its parts are gathered and put together once: a buffer that
// doubled would take three times the line's memory.
func (c *chunker) readGiant(begin []byte) ([]byte, error) {
	if input, ok := c.input.(io.ReadSeeker); ok {
		if _, err := input.Seek(0, io.SeekCurrent); err == nil { // a pipe is a file that refuses that
			return c.readSought(input, begin)
		}
	}
	parts := [][]byte{begin}
	for {
		part := make([]byte, chunkSize)
		n, err := io.ReadFull(c.input, part)
		part = part[:n]
		c.done = errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF)
		if err != nil && !c.done {
			return nil, err
		}
		end := bytes.LastIndexByte(part, '\n') + 1
		if c.done {
			end = len(part)
		}
		if end > 0 || c.done {
			c.rest = bytes.Clone(part[end:])
			return bytes.Join(append(parts, part[:end]), nil), nil
		}
		if parts = append(parts, part); len(begin)+len(parts)*chunkSize > maxLine {
			return nil, fmt.Errorf("after line %d: %w", c.number, ErrLongLine)
		}
	}
}

// readSought is readGiant for an input that can be read again.
func (c *chunker) readSought(input io.ReadSeeker, begin []byte) ([]byte, error) {
	size, err := c.sought(input, len(begin))
	if err != nil {
		return nil, err
	}
	if _, err := input.Seek(-size, io.SeekCurrent); err != nil {
		return nil, err
	}
	giant := make([]byte, len(begin)+int(size))
	copy(giant, begin)
	n, err := io.ReadFull(input, giant[len(begin):])
	if errors.Is(err, io.ErrUnexpectedEOF) {
		err = nil // it was cut meanwhile
	}
	end := len(begin) + n
	if !c.done {
		end = bytes.LastIndexByte(giant[:end], '\n') + 1
	}
	c.rest = bytes.Clone(giant[end:])
	return giant[:end], err
}

// sought returns how many bytes are read until the end of a line is among them, or none are left.
func (c *chunker) sought(input io.Reader, begun int) (size int64, err error) {
	part := make([]byte, chunkSize)
	for {
		n, err := io.ReadFull(input, part)
		size += int64(n)
		c.done = errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF)
		switch {
		case err != nil && !c.done:
			return 0, err
		case c.done || bytes.IndexByte(part[:n], '\n') >= 0:
			return size, nil
		case int64(begun)+size > int64(maxLine):
			return 0, fmt.Errorf("after line %d: %w", c.number, ErrLongLine)
		}
	}
}

// LinesOf returns the lines of a file that was read whole.
func LinesOf(content []byte) []Line { return new(chunker).split(content) }

func (c *chunker) split(chunk []byte) []Line {
	lines := make([]Line, 0, bytes.Count(chunk, []byte{'\n'})+1)
	for len(chunk) > 0 {
		line, rest, _ := bytes.Cut(chunk, []byte{'\n'})
		c.number++
		lines = append(lines, Line{Number: c.number, Offset: c.offset, Bytes: line})
		c.offset += int64(len(chunk) - len(rest))
		chunk = rest
	}
	return lines
}
