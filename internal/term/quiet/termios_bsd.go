//go:build unix && !linux

package quiet

import "golang.org/x/sys/unix"

// The requests that read and set a terminal's modes (tty(4)).
const get, set, setAndDiscard = unix.TIOCGETA, unix.TIOCSETA, unix.TIOCSETAF
