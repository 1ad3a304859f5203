//go:build unix && !linux

package process

import "syscall"

// signalAtDeath does nothing, because this system has no such signal.
func signalAtDeath(*syscall.SysProcAttr, syscall.Signal) (release func()) { return func() {} }
