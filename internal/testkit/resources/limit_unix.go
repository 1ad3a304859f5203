//go:build unix

package resources

import (
	"os/signal"

	"golang.org/x/sys/unix"
)

// LimitFileSize makes every write beyond size bytes of a file fail, in the whole process, until restore is called. It
// ignores the signal that the system sends in this case, because Go would end the program.
func LimitFileSize(size uint64) (limited bool, restore func()) {
	var old unix.Rlimit
	if unix.Getrlimit(unix.RLIMIT_FSIZE, &old) != nil {
		return false, nil
	}
	signal.Ignore(unix.SIGXFSZ)
	if unix.Setrlimit(unix.RLIMIT_FSIZE, &unix.Rlimit{Cur: size, Max: old.Max}) != nil {
		return false, nil
	}
	return true, func() {
		if err := unix.Setrlimit(unix.RLIMIT_FSIZE, &old); err != nil {
			panic(err) // every later write would fail
		}
		signal.Reset(unix.SIGXFSZ)
	}
}
