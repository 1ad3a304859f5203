package jsonl

import (
	"bytes"
	"errors"
	"io"
)

// LastLineEnd returns the offset after the last line feed of the first size bytes. A line after it is still being
// written.
func LastLineEnd(input io.ReaderAt, size int64) (int64, error) {
	window := make([]byte, 64<<10)
	for end := size; end > 0; end -= int64(len(window)) {
		from := max(0, end-int64(len(window)))
		n, err := input.ReadAt(window[:end-from], from)
		if err != nil && !errors.Is(err, io.EOF) {
			return 0, err
		}
		if at := bytes.LastIndexByte(window[:n], '\n'); at >= 0 {
			return from + int64(at) + 1, nil
		}
	}
	return 0, nil
}
