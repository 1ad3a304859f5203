package process

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
)

// WriterOf returns a process of the user that has a file open for writing. Ok is false if there is none, and if the
// operating system does not tell.
func WriterOf(path string) (pid int, ok bool) {
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return 0, false
	}
	links, err := filepath.Glob("/proc/[0-9]*/fd/*")
	if err != nil {
		return 0, false
	}
	for _, link := range links {
		if target, err := os.Readlink(link); err != nil || target != real || !isForWriting(link) {
			continue
		}
		pid, err := strconv.Atoi(filepath.Base(filepath.Dir(filepath.Dir(link))))
		return pid, err == nil
	}
	return 0, false
}

// isForWriting reads the flags of an open file, an octal number in the line "flags:" (proc_pid_fdinfo(5)).
func isForWriting(link string) bool {
	process := filepath.Dir(filepath.Dir(link))
	info, err := os.ReadFile(filepath.Join(process, "fdinfo", filepath.Base(link)))
	if err != nil {
		return false
	}
	for line := range bytes.Lines(info) {
		if name, value, _ := bytes.Cut(line, []byte(":")); string(name) == "flags" {
			flags, err := strconv.ParseInt(string(bytes.TrimSpace(value)), 8, 64)
			return err == nil && flags&syscall.O_ACCMODE != syscall.O_RDONLY
		}
	}
	return false
}
