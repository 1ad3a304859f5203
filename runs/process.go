package runs

import (
	"os"

	"stead/internal/sys/process"
)

// Process identifies a process, so that a later process with the same number is not mistaken for it.
type Process struct {
	PID int `json:"pid"`
	// Started is the process's start time in the form that the operating system reports. It is empty if the system does
	// not report it.
	Started string `json:"started,omitempty"`
}

// Self returns the calling process.
func Self() Process { return ProcessOf(os.Getpid()) }

// ProcessOf returns the process with that number.
func ProcessOf(pid int) Process { return Process(process.Of(pid)) }

// IsZero reports whether no process is set.
func (p Process) IsZero() bool { return p.PID == 0 }

// Alive reports whether the process is still running.
func (p Process) Alive() bool { return process.ID(p).Alive() }
