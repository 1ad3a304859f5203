//go:build unix

package filelock

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// Try locks a file or folder without waiting (flock(2)). The lock ends when the file is closed, in every process that
// has inherited it. Errors: ErrHeld, and those of the system.
func Try(file *os.File) error {
	for {
		err := unix.Flock(int(file.Fd()), unix.LOCK_EX|unix.LOCK_NB)
		switch {
		case errors.Is(err, unix.EINTR):
		case errors.Is(err, unix.EWOULDBLOCK):
			return ErrHeld
		default:
			return err
		}
	}
}

// Release ends the lock, even if another process has inherited the file.
func Release(file *os.File) error { return unix.Flock(int(file.Fd()), unix.LOCK_UN) }
