// Package regular opens files that strangers may have placed. It refuses a named pipe, a socket or a device in a file's
// place, and never blocks on one.
package regular

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"syscall"
)

// ErrKind says that something else than a file lies there. It is wrapped with the path and what it is.
var ErrKind = errors.New("no regular file")

// ErrLarge says that a file is larger than its reader takes.
var ErrLarge = errors.New("the file is too large")

// Largest is the size in bytes up to which [ReadFile] takes a file: it is held whole.
const Largest = 512 << 20

// Open opens a file to read it. A link is followed. Errors: ErrKind, and those of os.Open.
func Open(path string) (*os.File, error) {
	return open(path, os.Stat, func() (*os.File, error) { return os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0) })
}

// OpenIn opens a file below a folder to read it. Name is the path from the folder. A link is followed unless it leads
// out of the folder, which is an error. Errors: ErrKind, and those of os.Root.
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

// open looks before it opens, so that whoever waits at a pipe's other end does not take this for a reader, and looks
// again at what it has opened, which may be something else by then.
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

// IsEntry reports whether an entry of a folder is a file, or a link, which [Open] follows: a list opens nothing else.
func IsEntry(entry fs.DirEntry) bool {
	return entry.Type().IsRegular() || entry.Type()&fs.ModeSymlink != 0
}

// Kind says to people what something is that is no regular file: "a named pipe".
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

// ReadFile returns what a file holds. One that grows meanwhile is read up to the size that it had. Errors: ErrKind,
// ErrLarge above [Largest], and those of the file system.
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

// ReadAll returns what an open file holds, up to the size that it has now. Errors: ErrLarge for one of more than
// largest bytes, and those of the file system.
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
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) { // it was cut meanwhile
		err = nil
	}
	return content[:n], err
}
