package failed

import (
	"syscall"

	"golang.org/x/sys/windows"
)

// The numbers of package syscall, such as syscall.EADDRINUSE, are made up here: the system never gives them.
var (
	taken   = []syscall.Errno{windows.WSAEADDRINUSE}
	refused = []syscall.Errno{windows.WSAECONNREFUSED}
	cutOff  = []syscall.Errno{windows.ERROR_BROKEN_PIPE, windows.ERROR_NO_DATA, windows.WSAECONNRESET,
		windows.WSAECONNABORTED}
	full = []syscall.Errno{windows.ERROR_DISK_FULL, windows.ERROR_HANDLE_DISK_FULL, windows.ERROR_DISK_QUOTA_EXCEEDED,
		windows.ERROR_FILE_TOO_LARGE}
)
