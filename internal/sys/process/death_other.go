//go:build !linux

package process

import "syscall"

// signalAtDeath is not known here.
func signalAtDeath(*syscall.SysProcAttr, syscall.Signal) (release func()) { return func() {} }
