package socket

import (
	"net"
	"os"

	"golang.org/x/sys/unix"
)

// isOwn reports whether the other end is a process of the same user.
func isOwn(conn *net.UnixConn) bool {
	raw, err := conn.SyscallConn()
	if err != nil {
		return false
	}
	var peer *unix.Xucred
	var failed error
	if err := raw.Control(func(fd uintptr) {
		peer, failed = unix.GetsockoptXucred(int(fd), unix.SOL_LOCAL,
			unix.LOCAL_PEERCRED)
	}); err != nil {
		return false
	}
	return failed == nil && int(peer.Uid) == os.Getuid()
}
