package extract

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"stead/internal/sys/regular"
)

// mostNames is how many names are tried for a file of which the archive has namesakes.
const mostNames = 10_000

// archive moves a file into a folder, which it makes. No file of the folder is replaced: a namesake gets a number. The
// file is in one of both places at any moment, whole, also when the folder is on another file system.
func archive(path, folder string) error {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	err := link(path, folder, filepath.Base(path))
	if err != nil && !errors.Is(err, fs.ErrNotExist) { // another file system, or one without links
		err = copyInto(path, folder)
	}
	if err != nil {
		return err
	}
	return os.Remove(path)
}

// link gives a file a name in a folder that is not taken.
func link(path, folder, name string) error {
	extension := filepath.Ext(name)
	stem := strings.TrimSuffix(name, extension)
	for n := 1; n <= mostNames; n++ {
		err := os.Link(path, filepath.Join(folder, name))
		if !errors.Is(err, fs.ErrExist) {
			return err
		}
		name = fmt.Sprintf("%s-%d%s", stem, n+1, extension)
	}
	return fmt.Errorf("%s has %d files named like %s", folder, mostNames, filepath.Base(path))
}

// copyInto copies a file into a folder, where it appears whole.
func copyInto(path, folder string) error {
	source, err := regular.Open(path)
	if err != nil {
		return err
	}
	defer source.Close()
	target, err := os.CreateTemp(folder, ".archive-*")
	if err != nil {
		return err
	}
	defer os.Remove(target.Name())
	if _, err = io.Copy(target, source); err == nil {
		err = target.Sync()
	}
	if err = errors.Join(err, target.Close()); err != nil {
		return err
	}
	if err := link(target.Name(), folder, filepath.Base(path)); err == nil || errors.Is(err, fs.ErrExist) {
		return err
	}
	return renameNew(target.Name(), filepath.Join(folder, filepath.Base(path)))
}

// renameNew renames a file on a file system without links, unless the name is taken.
func renameNew(from, to string) error {
	if _, err := os.Lstat(to); err == nil {
		return &fs.PathError{Op: "rename", Path: to, Err: fs.ErrExist}
	}
	return os.Rename(from, to)
}
