// Package filelock locks files that are open already, and folders, between processes. A lock ends with its process,
// whatever ends that. For a lock in a file of its own there is gofrs/flock, which opens the file itself.
package filelock

import "errors"

// ErrHeld says that another open file has the lock.
var ErrHeld = errors.New("another process holds the lock")
