package quiet

import "golang.org/x/sys/unix"

// The requests that read and set a terminal's modes (ioctl_tty(2)).
const get, set, setAndDiscard = unix.TCGETS, unix.TCSETS, unix.TCSETSF
