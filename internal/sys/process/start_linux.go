package process

import (
	"bytes"
	"fmt"
	"os"
)

// tellsStart says that a process without a start time does not run.
const tellsStart = true

// startTime returns field 22 of /proc/<pid>/stat: clock ticks since boot (proc(5)). It returns "" for a zombie, which
// is dead.
func startTime(pid int) string {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return ""
	}
	// The second field is the program's name in parentheses and may contain blanks, so fields are counted from its end.
	_, rest, found := bytes.Cut(stat[max(0, bytes.LastIndexByte(stat, ')')):], []byte(") "))
	fields := bytes.Fields(rest)
	if !found || len(fields) < 20 || string(fields[0]) == "Z" {
		return ""
	}
	return string(fields[19])
}
