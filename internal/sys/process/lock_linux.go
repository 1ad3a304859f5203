package process

import (
	"bytes"
	"os"
	"strconv"
	"syscall"
)

// LockHolder returns the process that holds a file's lock (flock(2)), without touching the lock itself. Ok is false if
// there is none, and if the operating system does not tell. A process that has ended does not count: a killed process
// is gone before the last of its threads releases the lock, and the system names only the process that took a lock, not
// the one that was given its file.
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

// holder reads the lines of /proc/locks (proc(5)): "1: FLOCK ADVISORY WRITE 1959 fe:00:9988215 0 EOF". The line of a
// process that waits for the lock has an arrow after its number. File systems may report another device than stat does,
// so only the inode is compared.
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
