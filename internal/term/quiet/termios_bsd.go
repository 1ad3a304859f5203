//go:build !linux

package quiet

import "golang.org/x/sys/unix"

// How a terminal's modes are read and set (tty(4)).
const get, set, setAndDiscard = unix.TIOCGETA, unix.TIOCSETA, unix.TIOCSETAF
