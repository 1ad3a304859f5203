//go:build darwin

package sharing

import "golang.org/x/sys/unix"

const getTermios = unix.TIOCGETA
