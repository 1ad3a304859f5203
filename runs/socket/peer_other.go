//go:build !linux && !darwin

package socket

import "net"

// isOwn relies on the permissions of the socket and its folder.
func isOwn(*net.UnixConn) bool { return true }
