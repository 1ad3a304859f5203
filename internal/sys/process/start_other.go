//go:build !linux && !windows

package process

// startTime is not supported on this system: a process is identified only by its number.
func startTime(int) string { return "" }

// tellsStart says that a process without a start time does not run. On this system the start time is never known.
const tellsStart = false
