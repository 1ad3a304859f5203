package jsonl

import (
	"bytes"
	"errors"
	"fmt"
	"io"
)

// chunkSize is how much is read at once. With this size the cost of the calls is negligible, and the few chunks in
// flight leave the garbage collector so much of 64 MB that it seldom runs. With 1 MiB a conversion took a fifth more
// processor time, with 256 KiB slightly more as well.
const chunkSize = 512 << 10

// firstChunk is the size of the first read. Each chunk is twice as large as the one before, up to chunkSize. Most
// sessions are small, and a list opens thousands of them.
const firstChunk = 32 << 10

// maxLine is the longest line in bytes that is held. It is the length of Node's longest string, and therefore of the
// longest line that a CLI can write or read. A variable for tests.
var maxLine = 512 << 20

// ErrLongLine says that a line is longer than any CLI writes: the file is not a session, or has a hole.
var ErrLongLine = errors.New("a line is longer than 512 MB, which no CLI writes")

// Line is one line of a file. Bytes shares the memory of its chunk and is never overwritten.
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
	left   int64  // upper bound of the unread input; -1 if unknown
	size   int    // of the chunk before
	rest   []byte // the beginning of a line whose end has not been read
	number int
	offset int64
	done   bool
}

// newChunker returns a chunker of an input, which may know its own length.
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
		c.left = max(-1, c.left-int64(n)) // the input is longer than it said: the rest is unknown
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

// sizeOfNext returns the size of the next chunk's buffer, which includes the rest of the chunk before.
func (c *chunker) sizeOfNext() int {
	size := max(c.size, 2*len(c.rest))
	if rest := c.left + int64(len(c.rest)); c.left >= 0 && rest < int64(size) {
		return int(rest) + 1 // no more memory than necessary, but enough to see the end
	}
	return size
}

// readGiant returns a line that is longer than a chunk. Begin is its beginning, which was already read. If the input
// can seek, readGiant first looks for the line's end, so that nothing is held twice. Otherwise it gathers parts and
// joins them once, because a buffer that doubles would take three times the line's memory.
func (c *chunker) readGiant(begin []byte) ([]byte, error) {
	if input, ok := c.input.(io.ReadSeeker); ok {
		if _, err := input.Seek(0, io.SeekCurrent); err == nil { // a pipe is a file that cannot seek
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

// readSought is readGiant for an input that can seek.
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
		err = nil // the file was truncated meanwhile
	}
	end := len(begin) + n
	if !c.done {
		end = bytes.LastIndexByte(giant[:end], '\n') + 1
	}
	c.rest = bytes.Clone(giant[end:])
	return giant[:end], err
}

// sought returns how many bytes must be read until they contain a line's end, or until none are left.
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

// LinesOf returns the lines of a file that was read completely.
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
