//go:build unix && !linux && !darwin

package socket

import "net"

// isOwn is left to the modes of the socket and its folder.
func isOwn(*net.UnixConn) bool { return true }
