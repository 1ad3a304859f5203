package sharing

import (
	"os"
	"strings"
	"unsafe"

	"golang.org/x/sys/unix"
)

// ownName returns the path of a terminal's device. It uses F_GETPATH of fcntl(2), because TIOCPTYGNAME is for masters
// only. Opening /dev/fd would share the file with the shell.
func ownName(file *os.File) string {
	var path [1024]byte
	if _, _, err := unix.Syscall(unix.SYS_FCNTL, file.Fd(), unix.F_GETPATH, uintptr(unsafe.Pointer(&path[0]))); err != 0 {
		return ""
	}
	name, _, _ := strings.Cut(string(path[:]), "\x00")
	return name
}
