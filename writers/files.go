package writers

import (
	"errors"
	"fmt"
	"io"
	"io/fs"

	"stead/internal/adapter"
	"stead/internal/atomicfile"
)

// Files are the files of a session that is being written: all of them appear, or none. The zero value is ready for use. It is not safe
// for use by several goroutines.
type Files struct{ set atomicfile.Set }

// Create begins a file and returns where to write its content. A file that is there already is adapter.ErrExists.
func (f *Files) Create(path string) (io.Writer, error) {
	dst, err := f.set.Create(path)
	return dst, taken(err)
}

// Put makes a file of a content that is known. Errors are those of Create.
func (f *Files) Put(path string, content []byte) error {
	dst, err := f.Create(path)
	if err == nil {
		_, err = dst.Write(content)
	}
	return err
}

// Rename gives a file that was begun another name in its folder.
func (f *Files) Rename(from, to string) error { return taken(f.set.Rename(from, to)) }

// Commit makes the files appear and returns the session's receipt. Size and lines are those of the session's records.
func (f *Files) Commit(p Plan, r Report, size int64, lines int) (Receipt, error) {
	receipt := Receipt{Report: r, CLI: p.CLI, ID: p.ID, Path: p.Path, Files: f.set.Targets(), Size: size, Lines: lines, Dir: p.Dir}
	if err := f.set.Commit(); err != nil {
		return Receipt{}, taken(err)
	}
	return receipt, nil
}

// Abort removes what was begun. After a commit it does nothing, so it can be deferred.
func (f *Files) Abort() { f.set.Abort() }

// taken tells a file that is there already from other failures.
func taken(err error) error {
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%w: %w", adapter.ErrExists, err)
	}
	return err
}
