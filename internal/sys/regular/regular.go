// Package regular opens files that strangers may have placed. It rejects a named pipe, a socket or a device in place of
// a file, and never blocks on one.
package regular

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"syscall"
)

// ErrKind says that the path does not name a regular file. It is wrapped with the path and with what the path names.
var ErrKind = errors.New("no regular file")

// ErrLarge says that a file is larger than its reader accepts.
var ErrLarge = errors.New("the file is too large")

// Largest is the maximum size, in bytes, of a file that [ReadFile] accepts, because it holds the whole file in memory.
const Largest = 512 << 20

// Open opens a file for reading. It follows links. Errors: ErrKind, and those of os.Open.
func Open(path string) (*os.File, error) {
	return open(path, os.Stat, func() (*os.File, error) { return openFile(path) })
}

// OpenIn opens a file below a folder for reading. Name is the path relative to the folder. A link that leads out of the
// folder is an error; other links are followed. Errors: ErrKind, and those of os.Root.
func OpenIn(folder, name string) (*os.File, error) {
	root, err := os.OpenRoot(folder)
	if err != nil {
		return nil, err
	}
	defer func() { _ = root.Close() }() // nothing was written by it
	return open(name, root.Stat, func() (*os.File, error) {
		return root.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	})
}

// open checks the file before it opens it, so that a process that waits at the other end of a pipe does not take it for
// a reader. It checks the opened file again, because that may be a different one by then.
func open(path string, stat func(string) (fs.FileInfo, error), do func() (*os.File, error)) (*os.File, error) {
	info, err := stat(path)
	if err == nil {
		err = check(path, info)
	}
	if err != nil {
		return nil, err
	}
	file, err := do()
	if err != nil {
		return nil, err
	}
	if info, err = file.Stat(); err == nil {
		err = check(path, info)
	}
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return file, nil
}

func check(path string, info fs.FileInfo) error {
	if info.Mode().IsRegular() {
		return nil
	}
	if info.IsDir() {
		return fmt.Errorf("open %s: %w, and %w", path, syscall.EISDIR, ErrKind)
	}
	return fmt.Errorf("open %s: %w, but %s", path, ErrKind, Kind(info.Mode()))
}

// IsEntry reports whether an entry of a folder is a file, or a link, which [Open] follows. A list opens nothing else.
func IsEntry(entry fs.DirEntry) bool {
	return entry.Type().IsRegular() || entry.Type()&fs.ModeSymlink != 0
}

// Kind returns a description for people of something that is not a regular file, such as "a named pipe".
func Kind(mode fs.FileMode) string {
	for _, k := range []struct {
		bit  fs.FileMode
		name string
	}{
		{fs.ModeDir, "a folder"}, {fs.ModeNamedPipe, "a named pipe"}, {fs.ModeSocket, "a socket"},
		{fs.ModeDevice, "a device"},
	} {
		if mode&k.bit != 0 {
			return k.name
		}
	}
	return "something else"
}

// ReadFile returns the content of a file. If the file grows in the meantime, ReadFile stops at its original size.
// Errors: ErrKind, ErrLarge above [Largest], and those of the file system.
func ReadFile(path string) ([]byte, error) {
	file, err := Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	content, err := ReadAll(file, Largest)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", path, err)
	}
	return content, nil
}

// ReadAll returns the content of an open file, up to its current size. Errors: ErrLarge for a file of more than largest
// bytes, and those of the file system.
func ReadAll(file *os.File, largest int64) ([]byte, error) {
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	if info.Size() > largest {
		return nil, fmt.Errorf("%w: %d MB, and at most %d are read", ErrLarge, info.Size()>>20, largest>>20)
	}
	content := make([]byte, info.Size())
	n, err := io.ReadFull(file, content)
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) { // it was truncated in the meantime
		err = nil
	}
	return content[:n], err
}
