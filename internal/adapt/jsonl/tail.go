package jsonl

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"stead/internal/sys/regular"
)

// ErrShrunk is returned by [Tail.Next] if the file is shorter than the part that has been read: it was replaced or
// truncated, and must be read again.
var ErrShrunk = errors.New("the file became shorter while it was followed")

// Tail follows a file to which lines are appended. It is not safe for use by several goroutines.
type Tail struct {
	path   string
	offset int64 // the consumed part: always a line's beginning
	number int
}

// NewTail returns a tail that begins at offset, which must be a line's beginning, after the given number of lines. The
// file need not exist yet.
func NewTail(path string, offset int64, lines int) *Tail {
	return &Tail{path: path, offset: offset, number: lines}
}

// Follow returns a tail that begins after the current content of a file, and passes the lines of that content to each.
// A line that is still being written is left to the tail. A missing file has no lines. Errors are those of the file
// system, and the end of the context.
func Follow(ctx context.Context, path string, each func(Line)) (*Tail, error) {
	t := NewTail(path, 0, 0)
	file, err := regular.Open(path)
	if errors.Is(err, os.ErrNotExist) {
		return t, nil
	}
	if err != nil {
		return nil, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	if t.offset, err = LastLineEnd(file, info.Size()); err != nil {
		return nil, err
	}
	for line, err := range Lines(ctx, io.NewSectionReader(file, 0, t.offset)) {
		if err != nil {
			return nil, err
		}
		each(line)
		t.number = line.Number
	}
	return t, nil
}

// Next returns the lines that were completed since the last call, without waiting. A line without its line feed is left
// for a later call. CLIs append whole lines, but a read may happen in the middle of a write.
func (t *Tail) Next() ([]Line, error) {
	appended, err := t.read()
	if err != nil {
		return nil, err
	}
	end := bytes.LastIndexByte(appended, '\n') + 1
	c := chunker{number: t.number, offset: t.offset}
	lines := c.split(appended[:end])
	t.number, t.offset = c.number, c.offset
	return lines, nil
}

func (t *Tail) read() ([]byte, error) {
	file, err := regular.Open(t.path)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	if info.Size() < t.offset {
		return nil, fmt.Errorf("%s: %w", t.path, ErrShrunk)
	}
	appended := make([]byte, min(info.Size()-t.offset, int64(maxLine))) // the rest comes with the next call
	n, err := file.ReadAt(appended, t.offset)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	if n == maxLine && bytes.IndexByte(appended, '\n') < 0 {
		return nil, fmt.Errorf("%s: after line %d: %w", t.path, t.number, ErrLongLine)
	}
	return appended[:n], nil
}
