package catalog

import (
	"fmt"
	"io"

	"stead/adapters/adapter"
	"stead/readers"
)

// headSize is how many bytes of a file a reader gets to detect its format.
const headSize = 64 << 10

// detect returns the reader of a file. Name is the file's name in messages. It returns a [FormatError], or
// adapter.ErrEmpty.
func detect(name string, file io.Reader, candidates []readers.Reader) (readers.Reader, error) {
	head, err := io.ReadAll(io.LimitReader(file, headSize))
	if err == nil && len(head) == 0 {
		err = adapter.ErrEmpty
	}
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", name, err)
	}
	if len(candidates) == 1 {
		return candidates[0], nil
	}
	unknown := &FormatError{Name: name, Like: lookalike(head)}
	for _, r := range candidates {
		if r.Detect(head) {
			return r, nil
		}
		unknown.Known = append(unknown.Known, r.Info())
	}
	return nil, unknown
}
