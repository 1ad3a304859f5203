// Package process knows other processes: by a name that outlives the reuse of their numbers, and by the locks that they
// hold. It also has what all processes of a machine share, the clock since boot, and reads the variables that a process
// gets. It runs command lines of the user's to their end ([Run]): a check, a template's input, a notifier.
package process

import (
	"errors"
	"syscall"
)

// ID names a process in a way that outlives the reuse of its number.
type ID struct {
	PID int `json:"pid"`
	// Started is the process's start time as the operating system counts it; empty where it does not tell.
	Started string `json:"started,omitempty"`
}

// Of names the process of that number.
func Of(pid int) ID { return ID{PID: pid, Started: startTime(pid)} }

// Alive reports whether the process still runs, and is not another that was given its number. One that has ended and
// that nobody has reaped, as in a container without an init, does not run.
func (p ID) Alive() bool {
	if p.PID <= 0 {
		return false
	}
	if err := syscall.Kill(p.PID, 0); err != nil && !errors.Is(err, syscall.EPERM) {
		return false
	}
	started := startTime(p.PID)
	return started == p.Started && (started != "" || !tellsStart)
}
