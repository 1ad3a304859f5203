package quiet

import "golang.org/x/sys/unix"

// How a terminal's modes are read and set (ioctl_tty(2)).
const get, set, setAndDiscard = unix.TCGETS, unix.TCSETS, unix.TCSETSF
