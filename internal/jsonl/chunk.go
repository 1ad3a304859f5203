package jsonl

import (
	"bytes"
	"errors"
	"io"
)

// chunkSize is how much is read at once. At 1 MiB the calls no longer count (4 GB/s split into lines, as measured), and a
// few chunks in flight stay far below any memory worth noticing.
const chunkSize = 1 << 20

// firstChunk is how much is read at first; each chunk is twice the one before, up to chunkSize. Most sessions are small, and a list opens
// thousands of them.
const firstChunk = 32 << 10

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
	size   int    // of the chunk before
	rest   []byte // the beginning of a line whose end has not been read
	number int
	offset int64
	done   bool
}

// next returns the lines of the next chunk, or io.EOF after the last.
func (c *chunker) next() ([]Line, error) {
	if c.done {
		return nil, io.EOF
	}
	c.size = min(max(firstChunk, 2*c.size), chunkSize)
	buffer := make([]byte, max(c.size, 2*len(c.rest)))
	filled := copy(buffer, c.rest)
	for {
		n, err := io.ReadFull(c.input, buffer[filled:])
		from := filled
		filled += n
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			c.done = true
			return c.split(buffer[:filled]), nil
		}
		if err != nil {
			return nil, err
		}
		if end := bytes.LastIndexByte(buffer[from:filled], '\n'); end >= 0 {
			end += from + 1
			c.rest = append([]byte(nil), buffer[end:filled]...)
			return c.split(buffer[:end]), nil
		}
		// One line fills the whole chunk: double it until the line's end comes.
		buffer = append(buffer, make([]byte, len(buffer))...)
	}
}

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
