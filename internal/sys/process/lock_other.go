//go:build !linux

package process

// LockHolder is not known here.
func LockHolder(string) (pid int, ok bool) { return 0, false }
