//go:build darwin

package hub

import "golang.org/x/sys/unix"

const getTermios = unix.TIOCGETA
