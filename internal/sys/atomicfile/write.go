package atomicfile

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// ErrExists says that a file exists and must not be overwritten.
var ErrExists = errors.New("the file exists")

// Write writes a file, completely or not at all, and creates missing folders. Unless overwrite is set, an existing file
// stays unchanged and the error is ErrExists. Write always writes into a device or a pipe, because a file in its place
// would take it away from all its users.
func Write(path string, overwrite bool, write func(io.Writer) error) error {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		return writeInto(path, write)
	}
	if overwrite {
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil { // a new file gets its folders
			return err
		}
		return overwriteFile(path, false, write)
	}
	var set Set
	defer set.Abort()
	w, err := set.Create(path)
	if err == nil {
		err = write(w)
	}
	if err == nil {
		err = set.Commit()
	}
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("write %s: %w", path, ErrExists)
	}
	return err
}

// Replace replaces the content of a file, like [Write] with overwrite.
func Replace(path string, content []byte) error {
	return Write(path, true, func(w io.Writer) error {
		_, err := w.Write(content)
		return err
	})
}

// Update replaces the content of a file like [Replace], but makes no folders, and whoever may read the old file may
// read the new one.
func Update(path string, content []byte) error {
	return overwriteFile(path, true, func(w io.Writer) error {
		_, err := w.Write(content)
		return err
	})
}

func writeInto(path string, write func(io.Writer) error) error {
	file, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	defer file.Close()
	buffer := bufio.NewWriterSize(file, bufferSize)
	if err := write(buffer); err != nil {
		return err
	}
	return buffer.Flush()
}

func overwriteFile(path string, keep bool, write func(io.Writer) error) error {
	r, err := NewReplacement(path, keep)
	if err != nil {
		return err
	}
	defer r.Discard() //nolint:errcheck // after the replacement there is nothing to discard
	draft := NewDraft(r.File)
	if err := write(draft); err != nil {
		return err
	}
	if err := draft.Flush(); err != nil {
		return err
	}
	return r.Replace()
}
