package fts5

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
)

// Run holds what a [Builder] has collected from some rows: their sorted words, in the builder's file.
type Run struct {
	file    *os.File
	at, end int64

	rows   []sized
	sizes  []byte
	totals []int64
}

// Bytes returns the length of the run in its file.
func (r *Run) Bytes() int64 { return r.end - r.at }

// cursor is positioned at a word of a run.
type cursor struct {
	from  *bufio.Reader
	order int // of its run among the merged runs, because its rows follow those of the previous runs

	term []byte
	rows []byte // in the form that the table has: the first row, and the distance of each other row from the previous one
}

func newCursor(r *Run, order int) *cursor {
	return &cursor{from: bufio.NewReaderSize(io.NewSectionReader(r.file, r.at, r.Bytes()), 64<<10), order: order}
}

// next advances to the next word. It returns false after the last word.
func (c *cursor) next() (bool, error) {
	length, err := binary.ReadUvarint(c.from)
	if errors.Is(err, io.EOF) {
		return false, nil
	}
	if err == nil {
		c.term, err = c.read(c.term, length)
	}
	if err == nil {
		length, err = binary.ReadUvarint(c.from)
	}
	if err == nil {
		c.rows, err = c.read(c.rows, length)
	}
	if err != nil {
		return false, fmt.Errorf("read the words of a run: %w", err)
	}
	return true, nil
}

func (c *cursor) read(into []byte, length uint64) ([]byte, error) {
	if uint64(cap(into)) < length {
		into = make([]byte, length)
	}
	into = into[:length]
	_, err := io.ReadFull(c.from, into)
	return into, err
}

// cursors is a heap of cursors. The smallest word, of the first run that contains it, is on top.
type cursors []*cursor

func (h cursors) Len() int { return len(h) }
func (h cursors) Less(i, j int) bool {
	c := bytes.Compare(h[i].term, h[j].term)
	return c < 0 || c == 0 && h[i].order < h[j].order
}
func (h cursors) Swap(i, j int) { h[i], h[j] = h[j], h[i] }

// Push adds a cursor. See [container/heap].
func (h *cursors) Push(c any) { *h = append(*h, c.(*cursor)) }

// Pop removes the last cursor. See [container/heap].
func (h *cursors) Pop() any {
	last := len(*h) - 1
	c := (*h)[last]
	*h = (*h)[:last]
	return c
}
