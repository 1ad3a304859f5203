//go:build !linux

package process

// LockHolder is not supported on this system.
func LockHolder(string) (pid int, ok bool) { return 0, false }
