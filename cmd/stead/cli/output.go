package cli

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/google/renameio/v2"

	"stead/internal/atomicfile"
)

// writeFile has a file written, whole or not at all. One that exists is written over only with force. A device or a pipe is written into:
// put in its place, a file would take it away from everybody.
func writeFile(path string, force bool, write func(io.Writer) error) error {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		return writeInto(path, write)
	}
	if force {
		return replaceFile(path, write)
	}
	var set atomicfile.Set
	defer set.Abort()
	w, err := set.Create(path)
	if err == nil {
		err = write(w)
	}
	if err == nil {
		err = set.Commit()
	}
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("write %s: %w", path, errWouldLose)
	}
	return err
}

func writeInto(path string, write func(io.Writer) error) error {
	file, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	defer file.Close()
	buffered := bufio.NewWriterSize(file, 256<<10)
	if err := write(buffered); err != nil {
		return err
	}
	return buffered.Flush()
}

func replaceFile(path string, write func(io.Writer) error) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil { // as a file that is new gets its folders
		return err
	}
	// The default would be a temporary file in TMPDIR, which may be on another disk.
	file, err := renameio.NewPendingFile(path, renameio.WithPermissions(0o600))
	if err != nil {
		return err
	}
	defer file.Cleanup() //nolint:errcheck // after the replacement there is nothing to clean up
	buffered := bufio.NewWriterSize(file, 256<<10)
	if err := write(buffered); err != nil {
		return err
	}
	if err := buffered.Flush(); err != nil {
		return err
	}
	return file.CloseAtomicallyReplace()
}
