//go:build !linux

package process

// startTime is not known here: a process is told by its number alone.
func startTime(int) string { return "" }

// tellsStart says that a process without a start time does not run: it cannot be known here.
const tellsStart = false
