//go:build unix

package failed

import "syscall"

var (
	taken   = []syscall.Errno{syscall.EADDRINUSE}
	refused = []syscall.Errno{syscall.ECONNREFUSED}
	cutOff  = []syscall.Errno{syscall.EPIPE, syscall.ECONNRESET}
	full    = []syscall.Errno{syscall.ENOSPC, syscall.EDQUOT, syscall.EFBIG}
)
