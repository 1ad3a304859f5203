package writers

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"stead/adapters/adapter"
	"stead/internal/sys/atomicfile"
)

// Files are the files of a session that is being written. All of them appear, or none. The zero value is ready for use.
// It is not safe for concurrent use.
type Files struct {
	set     atomicfile.Set
	extends *Fingerprint
}

// Create begins a file and returns the writer for its content. It returns adapter.ErrExists if the file already exists,
// unless it is the file of the extended session.
func (f *Files) Create(path string) (io.Writer, error) {
	dst, err := f.begin(path)
	return dst, explain(err)
}

// Put creates a file with the given content. It leaves the file alone if an extended session already has it with this
// content. Errors are those of Create.
func (f *Files) Put(path string, content []byte) error {
	if f.extends != nil && holds(path, content) {
		return nil
	}
	dst, err := f.Create(path)
	if err == nil {
		_, err = dst.Write(content)
	}
	return err
}

// Rename renames a file that was begun, within its folder.
func (f *Files) Rename(from, to string) error { return explain(f.set.Rename(from, to)) }

// Commit makes the files appear and returns the session's receipt. Size and lines describe the session's records.
func (f *Files) Commit(p Plan, r Report, size int64, lines int) (Receipt, error) {
	receipt := Receipt{Report: r, CLI: p.CLI, ID: p.ID, Path: p.Path, Files: f.set.Targets(), Size: size, Lines: lines,
		Dir: p.Dir}
	if err := f.set.Commit(); err != nil {
		return Receipt{}, explain(err)
	}
	return receipt, nil
}

// Abort removes the files that were begun. After a commit it does nothing, so it can be deferred.
func (f *Files) Abort() { f.set.Abort() }

func holds(path string, content []byte) bool {
	present, err := os.ReadFile(path)
	return err == nil && bytes.Equal(present, content)
}

// explain translates a file error into its meaning for the session.
func explain(err error) error {
	for cause, meaning := range map[error]error{
		fs.ErrExist: adapter.ErrExists, atomicfile.ErrChanged: ErrChanged, atomicfile.ErrRewritten: ErrRewritten,
	} {
		if errors.Is(err, cause) {
			return fmt.Errorf("%w: %w", meaning, err)
		}
	}
	return err
}
