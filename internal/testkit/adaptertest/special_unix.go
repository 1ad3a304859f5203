//go:build unix

package adaptertest

import "syscall"

func init() {
	specials["a named pipe"] = func(path string) error { return syscall.Mkfifo(path, 0o600) }
	specials["a socket"] = socketAt
}

// socketAt makes a socket without a listener. The length of path does not matter, because nothing is bound to it.
func socketAt(path string) error {
	return syscall.Mknod(path, syscall.S_IFSOCK|0o600, 0)
}
