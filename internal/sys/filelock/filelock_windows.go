package filelock

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

// beyond is a byte far behind the content of any file: Windows keeps others from reading what is locked.
var beyond = windows.Overlapped{OffsetHigh: 0x7fffffff}

// Try locks a file without waiting. Folders cannot be locked. The lock ends when the file is closed. Errors: ErrHeld,
// and those of the system.
func Try(file *os.File) error {
	const how = windows.LOCKFILE_EXCLUSIVE_LOCK | windows.LOCKFILE_FAIL_IMMEDIATELY
	at := beyond
	err := windows.LockFileEx(windows.Handle(file.Fd()), how, 0, 1, 0, &at)
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) {
		return ErrHeld
	}
	return err
}

// Release ends the lock.
func Release(file *os.File) error {
	at := beyond
	return windows.UnlockFileEx(windows.Handle(file.Fd()), 0, 1, 0, &at)
}
