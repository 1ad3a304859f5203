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

// Files are the files of a session that is being written: all of them appear, or none. The zero value is ready for use.
// It is not safe for use by several goroutines.
type Files struct {
	set     atomicfile.Set
	extends *Fingerprint
}

// Create begins a file and returns where to write its content. A file that is there already is adapter.ErrExists, but
// for that of a session that is extended.
func (f *Files) Create(path string) (io.Writer, error) {
	dst, err := f.begin(path)
	return dst, explain(err)
}

// Put makes a file of a content that is known. One that an extended session has already is left as it is. Errors are
// those of Create.
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

// Rename gives a file that was begun another name in its folder.
func (f *Files) Rename(from, to string) error { return explain(f.set.Rename(from, to)) }

// Commit makes the files appear and returns the session's receipt. Size and lines are those of the session's records.
func (f *Files) Commit(p Plan, r Report, size int64, lines int) (Receipt, error) {
	receipt := Receipt{Report: r, CLI: p.CLI, ID: p.ID, Path: p.Path, Files: f.set.Targets(), Size: size, Lines: lines,
		Dir: p.Dir}
	if err := f.set.Commit(); err != nil {
		return Receipt{}, explain(err)
	}
	return receipt, nil
}

// Abort removes what was begun. After a commit it does nothing, so it can be deferred.
func (f *Files) Abort() { f.set.Abort() }

func holds(path string, content []byte) bool {
	present, err := os.ReadFile(path)
	return err == nil && bytes.Equal(present, content)
}

// explain says what the failure of a file means for the session.
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
