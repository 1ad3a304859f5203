//go:build unix

package socket

import (
	"net"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// Pair makes a connection: this process's end, and the end for a process that it starts.
func Pair() (own *net.UnixConn, its *os.File, err error) {
	ends, err := pair()
	if err != nil {
		return nil, nil, err
	}
	file := os.NewFile(uintptr(ends[0]), "supervisor")
	defer file.Close()
	conn, err := net.FileConn(file)
	if err != nil {
		_ = unix.Close(ends[1])
		return nil, nil, err
	}
	return conn.(*net.UnixConn), os.NewFile(uintptr(ends[1]), "starter"), nil
}

// pair makes a pair that no other program inherits that this process starts at the same time. To the supervisor, that
// program would look like its starter.
func pair() ([2]int, error) {
	syscall.ForkLock.RLock()
	defer syscall.ForkLock.RUnlock()
	ends, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM, 0)
	if err == nil {
		unix.CloseOnExec(ends[0])
		unix.CloseOnExec(ends[1])
	}
	return ends, err
}
