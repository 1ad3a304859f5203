package jsonl

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"iter"

	"stead/internal/sys/regular"
)

// Raw returns the line's bytes, never nil, so that a blank line differs from missing bytes.
func (l Line) Raw() []byte {
	if l.Bytes == nil {
		return []byte{}
	}
	return l.Bytes
}

// Trim returns a line without the white space and the byte order mark around it. Unlike [Clean] it does not check that
// the line is JSON, which is most of the work.
func Trim(line []byte) Value {
	return bytes.TrimSpace(bytes.TrimPrefix(bytes.TrimSpace(line), byteOrderMark))
}

// Each makes a value from each line.
func Each[T any](lines []Line, parse func(Line) T) []T {
	parsed := make([]T, len(lines))
	for i, line := range lines {
		parsed[i] = parse(line)
	}
	return parsed
}

// Parse makes a value from each line of input, on all processors, and yields them in the order of the lines. See [Map].
func Parse[T any](ctx context.Context, input io.Reader, parse func(Line) T) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for chunk, err := range Map(ctx, input, func(lines []Line) []T { return Each(lines, parse) }) {
			if err != nil {
				var none T
				yield(none, err)
				return
			}
			for _, parsed := range chunk {
				if !yield(parsed, nil) {
					return
				}
			}
		}
	}
}

// ParseFile is like [Parse] for the first size bytes of a file, which may have grown since it was indexed. Each range
// opens the file again.
func ParseFile[T any](ctx context.Context, path string, size int64, parse func(Line) T) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var none T
		file, err := regular.Open(path)
		if err != nil {
			yield(none, err)
			return
		}
		defer file.Close()
		for parsed, err := range Parse(ctx, io.NewSectionReader(file, 0, size), parse) {
			if err != nil {
				err = fmt.Errorf("read %s: %w", path, err)
			}
			if !yield(parsed, err) || err != nil {
				return
			}
		}
	}
}
