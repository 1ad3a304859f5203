// Package filelock locks open files between processes. A lock ends with its process, whatever ends that.
package filelock

import "errors"

// ErrHeld says that another open file has the lock.
var ErrHeld = errors.New("another process holds the lock")
