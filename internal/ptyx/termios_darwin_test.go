//go:build darwin

package ptyx

import "golang.org/x/sys/unix"

const getTermios = unix.TIOCGETA
