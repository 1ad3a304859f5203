package atomicfile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// Replacement is a new file that can take the place of another. The caller must call Discard.
type Replacement struct {
	*os.File
	path string
}

// NewReplacement returns an empty file in the folder of the file that it can replace, with the permissions that the
// folder gives to each.
func NewReplacement(path string, _ bool) (*Replacement, error) {
	file, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+"-*")
	if err != nil {
		return nil, err
	}
	return &Replacement{file, path}, nil
}

// Replace writes the file to the disk, closes it and puts it in the place of the other. It waits for a moment while
// somebody has that open.
func (r *Replacement) Replace() error {
	if err := errors.Join(r.Sync(), r.Close()); err != nil {
		return err
	}
	return WhenUnused(func() error { return os.Rename(r.Name(), r.path) })
}

// Discard removes the file, unless it has replaced the other.
func (r *Replacement) Discard() error {
	_ = r.Close() // it may be closed
	if err := os.Remove(r.Name()); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
