//go:build unix

package adaptertest

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
)

// Few users of Windows may make links.
func init() {
	specials["a named pipe"] = func(path string) error { return syscall.Mkfifo(path, 0o600) }
	specials["a socket"] = socketAt
	specials["a folder of itself"] = func(path string) error {
		return errors.Join(os.Mkdir(path, 0o700), os.Symlink(".", filepath.Join(path, "self")))
	}
	specials["a link to a device"] = func(path string) error { return os.Symlink("/dev/zero", path) }
	specials["a link to nowhere"] = func(path string) error { return os.Symlink("nowhere", path) }
	specials["a link to itself"] = func(path string) error { return os.Symlink(filepath.Base(path), path) }
	specials["a link to its place"] = func(path string) error { return os.Symlink("..", path) }
}

// socketAt makes a socket without a listener. The length of path does not matter, because nothing is bound to it.
func socketAt(path string) error {
	return syscall.Mknod(path, syscall.S_IFSOCK|0o600, 0)
}
