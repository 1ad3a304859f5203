package jsonl

import (
	"context"
	"fmt"
	"io"
	"io/fs"

	"stead/internal/sys/regular"
)

// At returns the line that begins at an offset of a file, under the given number. Errors: fs.ErrNotExist if the file or
// the line no longer exists, and the others of the file system.
func At(ctx context.Context, path string, offset int64, number int) (Line, error) {
	file, err := regular.Open(path)
	if err != nil {
		return Line{}, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return Line{}, err
	}
	for line, err := range Lines(ctx, io.NewSectionReader(file, offset, max(0, info.Size()-offset))) {
		line.Number, line.Offset = number, offset
		return line, err
	}
	return Line{}, fmt.Errorf("%s: line %d is gone, the file became shorter: %w", path, number, fs.ErrNotExist)
}
