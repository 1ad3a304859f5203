package process

import (
	"bytes"
	"os"
	"strconv"
	"syscall"
)

// LockHolder returns the process that holds a file's lock (flock(2)), without touching the lock itself. Ok is false
// when there is none, and where the operating system does not tell. A process that has ended holds none: one that was
// killed is gone before the last of its threads gives the lock back, and only who has taken a lock is told, not who was
// given its file.
func LockHolder(path string) (pid int, ok bool) {
	info, err := os.Stat(path)
	if err != nil {
		return 0, false
	}
	stat, isUnix := info.Sys().(*syscall.Stat_t)
	locks, err := os.ReadFile("/proc/locks")
	if !isUnix || err != nil {
		return 0, false
	}
	if pid, ok = holder(locks, stat.Ino); !ok || !Of(pid).Alive() {
		return 0, false
	}
	return pid, true
}

// holder reads the lines of /proc/locks (proc(5)): "1: FLOCK ADVISORY WRITE 1959 fe:00:9988215 0 EOF". A line of a
// process that waits for the lock has an arrow behind its number. File systems may tell another device than stat does,
// so the inode has to do.
func holder(locks []byte, inode uint64) (pid int, ok bool) {
	suffix := []byte(":" + strconv.FormatUint(inode, 10))
	for line := range bytes.Lines(locks) {
		fields := bytes.Fields(line)
		if len(fields) < 6 || string(fields[1]) != "FLOCK" || !bytes.HasSuffix(fields[5], suffix) {
			continue
		}
		if pid, err := strconv.Atoi(string(fields[4])); err == nil && pid > 0 {
			return pid, true
		}
	}
	return 0, false
}
