package process

import (
	"strconv"

	"golang.org/x/sys/windows"
)

// tellsStart says that a process without a start time does not run, or belongs to another user.
const tellsStart = false

// startTime returns when a process was started, in 100 ns since 1601. It returns "" if the process does not run.
func startTime(pid int) string {
	handle, err := windows.OpenProcess(windows.PROCESS_QUERY_LIMITED_INFORMATION, false, uint32(pid))
	if err != nil {
		return ""
	}
	defer windows.CloseHandle(handle) //nolint:errcheck // nothing was changed by it
	var created, ended, kernel, user windows.Filetime
	if windows.GetProcessTimes(handle, &created, &ended, &kernel, &user) != nil {
		return ""
	}
	return strconv.FormatUint(uint64(created.HighDateTime)<<32|uint64(created.LowDateTime), 10)
}
