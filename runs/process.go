package runs

import (
	"errors"
	"os"
	"syscall"
)

// Process names a process in a way that outlives the reuse of its number.
type Process struct {
	PID int `json:"pid"`
	// Started is the process's start time as the operating system counts it; empty where it does not tell.
	Started string `json:"started,omitempty"`
}

// IsZero reports whether no process is named.
func (p Process) IsZero() bool { return p.PID == 0 }

// Identify names the process of that number.
func Identify(pid int) Process { return Process{PID: pid, Started: startTime(pid)} }

// Alive reports whether the process still runs, and is not another that was given its number.
func (p Process) Alive() bool {
	if p.PID <= 0 {
		return false
	}
	process, err := os.FindProcess(p.PID)
	if err != nil {
		return false
	}
	if err := process.Signal(syscall.Signal(0)); err != nil && !errors.Is(err, syscall.EPERM) {
		return false
	}
	return startTime(p.PID) == p.Started
}

// Self names the calling process.
func Self() Process { return Identify(os.Getpid()) }
