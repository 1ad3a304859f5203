// Package failed tells why the system could not do something: each system has numbers of its own for it.
package failed

import (
	"errors"
	"slices"
	"syscall"
)

// HasTaker reports whether another program listens at the address.
func HasTaker(err error) bool { return isAny(err, taken) }

// NobodyListens reports whether no program listens at the address.
func NobodyListens(err error) bool { return isAny(err, refused) }

// WasCutOff reports whether the other end of a connection or a pipe is closed.
func WasCutOff(err error) bool { return isAny(err, cutOff) }

// NoSpace reports whether the disk is full, or no more of it is for this user.
func NoSpace(err error) bool { return isAny(err, full) }

func isAny(err error, known []syscall.Errno) bool {
	return slices.ContainsFunc(known, func(e syscall.Errno) bool { return errors.Is(err, e) })
}
