// Package process identifies processes beyond the reuse of their numbers, finds them by the files and locks that they
// hold, and runs the user's command lines to their end ([Run]): a check, a template's input, a notifier. It also has
// the clock since boot, which all processes of a machine share, and reads the variables that a process gets.
package process

// ID identifies a process even after its number is reused.
type ID struct {
	PID int `json:"pid"`
	// Started is the process's start time in the operating system's units; empty if the system does not tell.
	Started string `json:"started,omitempty"`
}

// Of returns the ID of the process with a number.
func Of(pid int) ID { return ID{PID: pid, Started: startTime(pid)} }

// Alive reports whether the process still runs, and is not another process with the same number. A process that has
// ended but was not reaped, as in a container without an init, does not run.
func (p ID) Alive() bool {
	if p.PID <= 0 || !isTaken(p.PID) {
		return false
	}
	started := startTime(p.PID)
	return started == p.Started && (started != "" || !tellsStart)
}
