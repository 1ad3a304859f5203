package runs

import (
	"os"

	"stead/internal/sys/process"
)

// Process names a process so that a later one, which was given its number, is not taken for it.
type Process struct {
	PID int `json:"pid"`
	// Started is the process's start time as the operating system counts it; empty where it does not tell.
	Started string `json:"started,omitempty"`
}

// Self names the calling process.
func Self() Process { return ProcessOf(os.Getpid()) }

// ProcessOf names the process of that number.
func ProcessOf(pid int) Process { return Process(process.Of(pid)) }

// IsZero reports whether no process is named.
func (p Process) IsZero() bool { return p.PID == 0 }

// Alive reports whether the process still runs.
func (p Process) Alive() bool { return process.ID(p).Alive() }
