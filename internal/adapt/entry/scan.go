package entry

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"

	"stead/adapters/adapter"
	"stead/internal/adapt/jsonl"
	"stead/internal/sys/regular"
)

// Scan reads a session file up to its current size. It calls scan with chunks of lines on all processors, and add with
// the results in the order of the file. It returns the file info from the start of the scan. Errors:
// adapter.ErrNotFound, and those of the file system.
func Scan[T any](ctx context.Context, path string, scan func([]jsonl.Line) T, add func(T)) (fs.FileInfo, error) {
	file, err := regular.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s: %w", path, adapter.ErrNotFound)
	}
	if err != nil {
		return nil, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	for found, err := range jsonl.Map(ctx, io.NewSectionReader(file, 0, info.Size()), scan) {
		if err != nil {
			return nil, fmt.Errorf("read %s: %w", path, err)
		}
		add(found)
	}
	return info, nil
}
